import { filesFrom } from '../server/sample/documents.ts'
import { apiFor } from '../tests/helpers/api.ts'
import type { Bench } from './harness.ts'

export interface Investor {
  id: string
  cookie: string
}

/** A document's fund, by its number. */
export const twoFunds = "case n % 2 when 0 then 'General' else 'Larkstone Note Program' end"

/** Signs in an investor with this many documents, over several months and in two funds, as after some years. */
export async function investorWithDocuments(bench: Bench, email: string, count: number): Promise<Investor> {
  const investor = await bench.investor(email)
  const columns = {
    user_id: '$1::uuid',
    filename: "'Statement ' || n || ' of the note.pdf'",
    file_size: '90000 + n',
    fund_name: twoFunds,
    view_count: 'n % 7',
    created_at: "now() - n * interval '1 day'",
  }
  await bench.owner.query(filesFrom(columns, 'generate_series(1, $2::int) n'), [investor.id, count])
  await bench.owner.query('analyze documents')
  const listed = await apiFor(bench.server.url, { cookie: investor.cookie }).documents('newest')
  if (listed.length !== Math.min(50, count)) throw new Error(`${listed.length} of ${count} documents are listed`)
  return investor
}
