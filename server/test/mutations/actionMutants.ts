import type { Mutant } from './mutants.ts'

/** What keeps actions within their rights, and what makes them safe to run at the same time. */
export const actionMutants: readonly Mutant[] = [
  {
    suite: 'actionRights.test.ts',
    name: 'an action without as may do everything',
    file: 'execute/logic/runAction.ts',
    from: 'as === undefined ? own.rights.forLogic()',
    to: 'as === undefined ? services.roleRights.get([`keeper`].join())',
    tests: 'without as can do nothing',
  },
  {
    suite: 'actionRights.test.ts',
    name: 'an action with as has only the rights of its caller',
    file: 'execute/logic/runAction.ts',
    from: 'own.rights.forLogic() : services.roleRights.get(as)',
    to: 'own.rights.forLogic() : own.rights.forLogic()',
    tests: 'with as has the rights of the role',
  },
  {
    suite: 'actionRights.test.ts',
    name: 'what as allows stays with the caller',
    file: 'execute/logic/runAction.ts',
    from: 'services.roleRights.get(as)',
    to: '((own.rights.of = (m, a) => services.roleRights.get(as).of(m, a)), services.roleRights.get(as))',
    tests: 'with as has the rights of the role, which end with it',
  },
  {
    suite: 'logicLocks.test.ts',
    name: 'the first attempt waits for locks as long as others',
    file: 'execute/logic/runLogic.ts',
    from: 'const firstPatience = 100',
    to: 'const firstPatience = 100_000',
    tests: 'gives up soon',
  },
  {
    suite: 'actionRights.test.ts',
    name: 'what a field reserves for actions is open to all',
    file: 'permission/Rights.ts',
    from: 'only !== undefined && !this.#isOfLogic &&',
    to: 'only !== undefined && this.#isOfLogic &&',
    tests: 'is refused from everybody else',
  },
  {
    suite: 'actions.test.ts',
    name: 'everybody may run every action',
    file: 'logic/permitAction.ts',
    from: 'if (action && rights.mayRun(name)) return action',
    to: 'if (action) return action',
    tests: 'does not exist for those',
  },
  {
    suite: 'runLogic.test.ts',
    name: 'what was read is not compared before the commit',
    file: 'execute/logic/runLogic.ts',
    from: 'if (!used.areCurrent(versions)) throw',
    to: 'if (versions.size < 0) throw',
    tests: 'a record that it only read was changed',
  },
  {
    suite: 'runLogic.test.ts',
    name: 'code that goes on after a refused write commits the rest',
    file: 'execute/logic/runCode.ts',
    from: 'if (queue.error) throw queue.error.cause',
    to: 'if (queue.error === null) throw queue.error',
    tests: 'also if its code goes on',
  },
]
