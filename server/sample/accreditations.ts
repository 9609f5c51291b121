import { randomUUID } from 'node:crypto'
import { electronicRecords } from '../../content/electronic-records.ts'
import type { Row } from './rows.ts'

type Verification = Omit<Row<'accreditations'>, 'owners'>

/** @returns a verification by letter for any amount, approved forever */
export function accreditationRow(
  columns: Partial<Verification> & { holder_id: string; started_by: string },
): Verification {
  return {
    ...{ id: randomUUID(), method: 'letter', category: 'a5', amount_cents: 1_000_000_000_00n, is_own_money: true },
    ...{ state: 'approved', decided_at: new Date(), valid_from: '2000-01-01', valid_through: '2100-12-31' },
    ...columns,
  }
}

/** @returns a person's consent to sign in the portal */
export function esignConsentRow(columns: Partial<Row<'esign_consents'>> & { user_id: string }): Row<'esign_consents'> {
  const { version } = electronicRecords
  const given = { word: 'lantern', typed: 'lantern', given_at: new Date() }
  return { id: randomUUID(), version, text_sha256: '0'.repeat(64), ...given, ...columns }
}
