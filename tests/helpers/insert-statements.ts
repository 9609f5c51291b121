import { asOwner } from './owner.ts'
import type { Site } from './server.ts'

/** Inserts documents for a person directly: statements 1 to `count`, a day apart, each larger than the one before. */
export async function givenStatements(site: Site, email: string, count: number) {
  await asOwner(
    site,
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type, view_count,
      fund_name, created_at)
    select id, id, 'Statement ' || n || case when n % 10 = 0 then ' scanned.jpg' else '.pdf' end,
      id::text || '/' || (1700000000000 + n) || case when n % 10 = 0 then '.jpg' else '.pdf' end, 1000 * n,
      case when n % 10 = 0 then 'image/jpeg' else 'application/pdf' end, repeat('0', 64),
      case when n % 10 = 0 then 'jpg' else 'pdf' end, n % 3,
      case when n % 4 = 0 then 'Bridge Notes' else 'General' end, now() - n * interval '1 day'
    from user_profiles, generate_series(1, $2::int) n where email = $1`,
    [email, count],
  )
}
