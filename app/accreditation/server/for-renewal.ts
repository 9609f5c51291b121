import { sql } from 'kysely'
import { undecidedStates } from '../../../rules/workflows.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { HoldersVerification } from '../for-renewal.ts'
import type { Method } from '../methods.ts'
import type { AccreditationState } from '../states.ts'
import { restsOnRevoked, standingReliances } from './reliance.ts'

/** A verification of one of a person's holders; its amount as a decimal string of cents. */
export interface OwnVerificationRow {
  holderId: string
  state: AccreditationState
  method: Method
  amount: string
  isRenewal: boolean
  validFrom: string | null
  validThrough: string | null
  isUsed: boolean
  isSigned: boolean
}

/** What a renewal of a person's notes can rely on, is verified by, or is refused for. */
export const verificationsOfOwn = prepared(
  'own_verifications',
  (_, personId: string, day: string) => sql<OwnVerificationRow>`
    select a.holder_id as "holderId", a.state, a.method, a.amount_cents::text as amount, a.is_renewal as "isRenewal",
      a.valid_from::text as "validFrom", a.valid_through::text as "validThrough",
      exists (select from ${standingReliances} where r.accreditation_id = a.id) as "isUsed",
      exists (select from representations s where s.accreditation_id = a.id and s.user_id = ${personId}
        and s.superseded_at is null) as "isSigned"
    from holder_members m join accreditations a on a.holder_id = m.holder_id
    where m.user_id = ${personId} and m.ended_at is null
      and (a.state in (${sql.join(undecidedStates)}) or (a.state = 'revoked' and a.cleared_at is null)
        or (a.state = 'approved' and a.valid_through >= ${day}::date and not ${restsOnRevoked}))`,
)

/** @returns the row as the rules take it */
export function toHoldersVerification({
  amount,
  validFrom,
  validThrough,
  ...row
}: OwnVerificationRow): HoldersVerification {
  return { ...row, amountCents: BigInt(amount), validFrom: validFrom ?? '', validThrough: validThrough ?? '' }
}
