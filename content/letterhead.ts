import { fund } from './fund.ts'

/** What stands at the head of the fund's papers: its name, where it is, and how it is reached. */
export const letterhead = {
  name: fund.name,
  lines: [...fund.address.slice(1), `${fund.phone} · ${fund.emails.investors}`],
}
