import { isForOneSale, type Method, type SaleRules } from './methods.ts'

/** An approval, as far as a sale looks at it. */
export interface Approval {
  method: Method
  /** What was represented, in cents. */
  amountCents: bigint
  validFrom: string
  validThrough: string
  /** A sale has relied on it. */
  isUsed: boolean
  /** It was given for a renewal, which brings no new cash. */
  isRenewal: boolean
}

/**
 * @param sale the amount in cents, its day, and whether it is a renewal
 * @returns whether a sale may rely on an approval. One by a high minimum falls when the amount is lowered; one that is
 *   good for one sale can be used once, and not by a renewal where it was given for new cash
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
