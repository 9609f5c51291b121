import { leaders } from './leaders.ts'
import { inWords, inWordsFirst } from './words.ts'

/** How many leaders must agree before a loan is made; a higher number than there are means all of them. */
export const mustAgree = 2

const count = leaders.length
const agree = Math.min(Math.max(mustAgree, 1), count)

function howTheyDecide(): string {
  if (agree === 1) return 'any one can approve a loan'
  const who = agree < count ? `${inWords(agree)} of them` : count === 2 ? 'both' : `all ${inWords(count)}`
  return `${who} must agree on every loan`
}

/** Who decides and can be called: on the home page. */
export const leadersDecide =
  count === 1
    ? 'One partner decides, and knows every loan. You can talk to them, before you invest and after.'
    : `${inWordsFirst(count)} partners decide, and ${howTheyDecide()}. ` +
      `You can talk to ${count === 2 ? 'either one' : 'any of them'}, before you invest and after.`

/** The same in one line: in the deck. */
export const leadersByPhone =
  count === 1
    ? 'One person decides, and you can reach them by phone.'
    : `${inWordsFirst(count)} people decide, and you can reach ${count === 2 ? 'both' : 'all of them'} by phone.`

/** The votes that a loan needs, as a sentence: among the questions. */
export const loanDecision = agree === 1 ? 'One person decides.' : `${inWordsFirst(agree)} people must agree.`

/** The same as a phrase, such as 'a yes from two partners'. */
export const yesFrom = `a yes from ${agree === 1 ? 'one partner' : `${inWords(agree)} partners`}`
