import { sql } from 'kysely'
import { accreditation as switches } from '../../content/accreditation.ts'
import { isForOneSale, methods } from '../../rules/accreditation/methods.ts'

/** Good for any sale until their last day. */
export const lastingMethods = methods.filter(method => !isForOneSale(method, switches))

/** Of a holder `h`: until when it is verified for any sale; null where it isn't, or while something contrary is known. */
export const accreditedThrough = sql`(select max(a.valid_through)::text from accreditations a
  where a.holder_id = h.id and a.state = 'approved' and a.method in (${sql.join(lastingMethods)})
    and not exists (select from accreditations b where b.holder_id = h.id and b.state = 'revoked'
      and b.cleared_at is null))`
