import type { Transaction } from 'kysely'
import { tax } from '../../content/tax.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'

/** Whether payments to a foreign holder are held: the tax adviser hasn't decided about withholding and Form 1042-S. */
export const holdsForeign = tax.foreign.payments === 'held'

/**
 * Payments to a holder whose form on file is a W-8 are held, and none is recorded (specification notes, section C).
 * @throws PortalError TAX_PAYMENT_HELD
 */
export async function requirePayable(tx: Transaction<Database>, holderId: string): Promise<void> {
  if (!holdsForeign) return
  const foreign = await tx
    .selectFrom('tax_profiles')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('form', '=', 'w8')
    .executeTakeFirst()
  if (foreign) throw new PortalError('TAX_PAYMENT_HELD')
}
