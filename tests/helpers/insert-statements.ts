import { filesFrom } from '../../server/sample/documents.ts'
import { asOwner } from './owner.ts'
import type { Site } from './server.ts'

/** Inserts documents for a person directly: statements 1 to `count`, a day apart, each larger than the one before. */
export async function givenStatements(site: Site, email: string, count: number) {
  const isScan = (scan: string, other: string) => `case when n % 10 = 0 then '${scan}' else '${other}' end`
  const columns = {
    user_id: 'id',
    filename: `'Statement ' || n || ${isScan(' scanned.jpg', '.pdf')}`,
    file_path: `id::text || '/' || (1700000000000 + n) || ${isScan('.jpg', '.pdf')}`,
    file_size: '1000 * n',
    mime_type: isScan('image/jpeg', 'application/pdf'),
    file_type: isScan('jpg', 'pdf'),
    view_count: 'n % 3',
    fund_name: "case when n % 4 = 0 then 'Bridge Notes' else 'General' end",
    created_at: "now() - n * interval '1 day'",
  }
  await asOwner(
    site,
    filesFrom(columns, '(select id from user_profiles where email = $1) p, generate_series(1, $2::int) n'),
    [email, count],
  )
}
