import type * as companies from '../../examples/contacts/Company.ts'
import type * as contacts from '../../examples/contacts/Contact.ts'
import type * as interactions from '../../examples/contacts/Interaction.ts'
import type * as tags from '../../examples/contacts/Tag.ts'
import type * as customers from '../../examples/orders/Customer.ts'
import type * as invoices from '../../examples/orders/Invoice.ts'
import type * as lines from '../../examples/orders/Line.ts'
import type * as orders from '../../examples/orders/Order.ts'
import type * as products from '../../examples/orders/Product.ts'

/** The models of the contacts example, as a module of models would export them. */
export type Contacts = typeof companies & typeof contacts & typeof interactions & typeof tags

/** The models of the orders example. */
export type Orders = typeof customers & typeof invoices & typeof lines & typeof orders & typeof products
