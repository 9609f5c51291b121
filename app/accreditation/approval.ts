import { isForOneSale, type Method, type SaleRules } from './methods.ts'

/** Facts of an approval that a sale relies on. */
export interface Approval {
  method: Method
  /** The represented amount, in cents. */
  amountCents: bigint
  validFrom: string
  validThrough: string
  /** A sale has relied on it. */
  isUsed: boolean
  /** Given for a renewal, without new cash. */
  isRenewal: boolean
}

/**
 * @param sale the amount in cents, its day, and whether it is a renewal
 * @returns whether a sale may rely on an approval. One by a high minimum doesn't cover a lower amount; one for a single
 * sale can be used once, and not by a renewal if it was given for new cash
 */
export function canRelyOn(
  approval: Approval,
  sale: { principalCents: bigint; day: string; isRenewal: boolean },
  rules: SaleRules,
): boolean {
  const { method, amountCents, validFrom, validThrough, isUsed } = approval
  if (sale.day < validFrom || sale.day > validThrough) return false
  if (isForOneSale(method, rules) && isUsed) return false
  if (method !== 'high_minimum') return true
  return sale.principalCents >= amountCents && (!sale.isRenewal || approval.isRenewal)
}
