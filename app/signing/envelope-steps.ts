import type { EnvelopeState } from './envelopes.ts'

/** An envelope. A signer's row signs or declines it, and a job seals it or lets it expire (`app/signing/envelopes.sql`). */
export const envelopeSteps = {
  send: { from: ['draft'], to: 'sent', by: ['administrator'], needs: ['seated'] },
  sign: { from: ['sent'], to: 'signed', by: ['system'] },
  seal: { from: ['signed'], to: 'sealed', by: ['system'] },
  decline: { from: ['sent'], to: 'declined', by: ['system'] },
  void: { from: ['draft', 'sent'], to: 'voided', by: ['administrator'], needs: ['reason_given'] },
  expire: { from: ['sent'], to: 'expired', by: ['system'] },
} as const satisfies Record<
  string,
  { from: readonly EnvelopeState[]; to: EnvelopeState; by: readonly string[]; needs?: readonly string[] }
>
