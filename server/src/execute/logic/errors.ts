/** A mistake in the code of an application, such as too many statements. It is logged; the caller learns no more. */
export class LogicFault extends Error {
  override readonly name = 'LogicFault'
}

/** A record that logic has read was changed or deleted by others: it starts over. */
export class RecordsChanged extends Error {
  override readonly name = 'RecordsChanged'
}

/** PostgreSQL rejected a statement for many records. The next attempt finds out which of them it is. */
export class SavepointsNeeded extends Error {
  override readonly name = 'SavepointsNeeded'
}
