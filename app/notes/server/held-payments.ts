import type { Transaction } from 'kysely'
import { tax } from '../../../content/tax.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireSanctionsClear } from '../../sanctions/server/require-clear.ts'

/** Payments to foreign holders are held until the tax adviser has decided about withholding and Form 1042-S. */
export const holdsForeign = tax.foreign.payments === 'held'

/** Nothing is paid while the sanctions check refuses it. Payments to a holder with a W-8 on file are held (specification notes, section C). */
export async function requirePayable(tx: Transaction<Database>, holderId: string): Promise<void> {
  await requireSanctionsClear(tx, holderId)
  if (!holdsForeign) return
  const foreign = await tx
    .selectFrom('tax_profiles')
    .select('id')
    .where('holder_id', '=', holderId)
    .where('form', '=', 'w8')
    .executeTakeFirst()
  if (foreign) throw new PortalError('TAX_PAYMENT_HELD')
}
