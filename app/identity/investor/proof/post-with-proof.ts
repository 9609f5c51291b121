import type { ActionAnswer } from '../../../shell/actions/answer.ts'
import { post } from './post.ts'

/** `post` for a form that may need fresh proof: asks for it, then submits the form again. */
export async function postWithProof<Answer extends ActionAnswer>(
  address: string,
  fields: Record<string, string>,
): Promise<Partial<Answer>> {
  const answer = await post<Answer>(address, fields)
  if (answer.error?.code !== 'PROOF_NEEDED') return answer
  const { askForProof } = await import('./ask-for-proof.tsx')
  return (await askForProof()) ? post(address, fields) : answer
}
