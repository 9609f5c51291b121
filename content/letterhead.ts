import { fund } from './fund.ts'

/** The letterhead of the fund's documents: its name, address and contact details. */
export const letterhead = {
  name: fund.name,
  lines: [...fund.address.slice(1), `${fund.phone} · ${fund.emails.investors}`],
}
