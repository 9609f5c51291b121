import { fund } from './fund.ts'
import { returns, tiers } from './tiers.ts'

/** The fund's numbers as they are written in sentences and headings. Each is made from the one place it stands in. */

/** Such as '11–15%'. */
export const rateRange = `${returns.from}–${returns.to}%`
/** Such as '1–2'. */
export const commitmentRange = `${fund.commitmentYears.from}–${fund.commitmentYears.to}`
/** Such as '6–12'. */
export const loanRange = `${fund.loanMonths.from}–${fund.loanMonths.to}`
/** Such as '2–3'. */
export const reviewRange = `${fund.reviewDays.from}–${fund.reviewDays.to}`
/** Such as '24–48'. */
export const deploymentRange = `${fund.deploymentHours.from}–${fund.deploymentHours.to}`
/** Such as 'monthly, quarterly or annually'. */
export const payoutList = `${fund.payouts.slice(0, -1).join(', ')} or ${fund.payouts.at(-1)}`

const points = tiers.map(({ oneYear, twoYears }) => Number((twoYears - oneYear).toFixed(2)))
const fewest = Math.min(...points)
const most = Math.max(...points)
/** What a second year adds to a tier's rate, such as 'one point in every tier'. */
export const secondYearAdds =
  fewest === most
    ? `${most === 1 ? 'one point' : `${most} points`} in every tier`
    : `${fewest} to ${most} points, by tier`
