import { apiFor } from '../tests/helpers/api.ts'
import type { Bench } from './harness.ts'

export interface Investor {
  id: string
  cookie: string
}

/** Signs in an investor with this many documents, over several months and in two funds, as after some years. */
export async function investorWithDocuments(bench: Bench, email: string, count: number): Promise<Investor> {
  const investor = await bench.investor(email)
  await bench.owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type,
      fund_name, view_count, created_at)
    select $1::uuid, $1::uuid, 'Statement ' || n || ' of the note.pdf', $1::text || '/' || (1700000000000 + n) || '.pdf',
      90000 + n, 'application/pdf', repeat('0', 64), 'pdf',
      case n % 2 when 0 then 'General' else 'Larkstone Note Program' end, n % 7, now() - n * interval '1 day'
    from generate_series(1, $2::int) n`,
    [investor.id, count],
  )
  await bench.owner.query('analyze documents')
  const listed = await apiFor(bench.server.url, { cookie: investor.cookie }).documents('newest')
  if (listed.length !== Math.min(50, count)) throw new Error(`${listed.length} of ${count} documents are listed`)
  return investor
}
