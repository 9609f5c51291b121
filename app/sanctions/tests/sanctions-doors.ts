import * as op from '../../../server/operations.ts'
import { administrators } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { csvOf } from './ofac-files.ts'
import { newHit } from './sanctions-database.ts'

const { list, aliases } = csvOf([{ uid: '1', last: 'NOBODY', first: 'Known', aliases: [{ last: 'NO', first: 'One' }] }])

/** Who gets what of the sanctions check. */
export const sanctionsDoors = {
  getSanctions: about(newHit, ({ actor }) => op.getSanctions(actor), administrators('sees', 'FORBIDDEN')),
  getSanctionsHit: about(
    newHit,
    ({ actor }, { hit }) => op.getSanctionsHit(actor, hit),
    administrators('sees', 'FORBIDDEN'),
  ),
  addSanctionsList: {
    // One entry is far fewer than usual: in force, it would refuse what other doors do.
    call: ({ actor }) =>
      op.addSanctionsList(actor, {
        kind: 'sdn',
        file: new File([list], 'SDN.CSV'),
        aliases: new File([aliases], 'ALT.CSV'),
        publishedOn: '2026-01-02',
      }),
    gets: administrators('SANCTIONS_DOUBT', 'FORBIDDEN'),
  },
  requestHitDecision: about(
    newHit,
    ({ actor }, { hit }) => op.requestHitDecision(actor, hit, { decision: 'cleared', reason: 'Someone else' }),
    administrators('changes', 'FORBIDDEN'),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>
