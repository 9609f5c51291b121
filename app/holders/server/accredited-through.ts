import { sql } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { isForOneSale, methods } from '../../accreditation/methods.ts'

/** Methods valid for any sale until their last day. */
export const lastingMethods = methods.filter(method => !isForOneSale(method, switches))

/** End of holder `h`'s verification for any sale; null if not verified, or while contrary facts are known. */
export const accreditedThrough = sql`(select max(a.valid_through)::text from accreditations a
  where a.holder_id = h.id and a.state = 'approved' and a.method in (${sql.join(lastingMethods)})
    and not exists (select from accreditations b where b.holder_id = h.id and b.state = 'revoked'
      and b.cleared_at is null))`
