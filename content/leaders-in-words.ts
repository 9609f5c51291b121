import { leaders } from './leaders.ts'
import { inWords, inWordsFirst } from './words.ts'

const count = leaders.length

/** Who decides, and whom an investor can talk to: on the home page. */
export const leadersDecide =
  count === 1
    ? 'One partner decides, and knows every loan. You can talk to them, before you invest and after.'
    : `${inWordsFirst(count)} partners decide, and ${count === 2 ? 'both' : `all ${inWords(count)}`} must agree on every loan. ` +
      `You can talk to ${count === 2 ? 'either one' : 'any of them'}, before you invest and after.`

/** The same in a line: in the deck. */
export const leadersByPhone =
  count === 1
    ? 'One person decides, and you can reach them by phone.'
    : `${inWordsFirst(count)} people decide, and you can reach ${count === 2 ? 'both' : 'all of them'} by phone.`
