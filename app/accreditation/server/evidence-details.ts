import type { ValuesOf } from '../../../rules/commands/command.ts'
import { isDay } from '../../../rules/days.ts'
import type { EvidenceTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { recentYears } from '../evidence.ts'
import { type EvidenceKind, isOfTheEntity, type LicenseSeries, licenseSeries } from '../evidence-kinds.ts'
import type { addEvidenceCommand } from '../own.commands.ts'

type DescribedEvidence = ValuesOf<typeof addEvidenceCommand>

/** Details that only some kinds of evidence have, as the table stores them. */
export type EvidenceDetails = Pick<EvidenceTable, 'signed_by' | 'crd_number' | 'license_series' | 'tax_year'>

/** @throws PortalError EVIDENCE_SIGNER, EVIDENCE_CRD, EVIDENCE_SERIES, EVIDENCE_YEAR where its kind has to say something that it doesn't */
export function readDetails(
  kind: EvidenceKind,
  { signedBy, crdNumber, series, taxYear }: DescribedEvidence,
): EvidenceDetails {
  return {
    signed_by: readSigner(kind, signedBy),
    crd_number: readCrd(kind, crdNumber),
    license_series: readSeries(kind, series),
    tax_year: readYear(kind, taxYear),
  }
}

/** @throws PortalError EVIDENCE_DATE for something that isn't a day */
export function readDay(typed: string): string | null {
  if (!typed) return null
  if (!isDay(typed)) throw new PortalError('EVIDENCE_DATE')
  return typed
}

/** @throws PortalError EVIDENCE_PERSON where people each send their own, and this is no person's */
export function readPerson(kind: EvidenceKind, people: readonly string[], typed: string): string | null {
  if (people.length === 0 || isOfTheEntity(kind)) return null
  const person = people.find(name => name === typed)
  if (!person) throw new PortalError('EVIDENCE_PERSON')
  return person
}

/** @throws PortalError EVIDENCE_SIGNER for a letter of no one */
function readSigner(kind: EvidenceKind, typed: string): string | null {
  if (kind !== 'letter') return null
  if (typed.length < 3) throw new PortalError('EVIDENCE_SIGNER')
  return typed
}

/** @throws PortalError EVIDENCE_CRD for a license printout without its number */
function readCrd(kind: EvidenceKind, typed: string): string | null {
  if (kind !== 'license_printout') return null
  if (!/^\d{1,8}$/.test(typed)) throw new PortalError('EVIDENCE_CRD')
  return typed
}

/** @throws PortalError EVIDENCE_SERIES for a license printout that isn't of one of the three that count */
function readSeries(kind: EvidenceKind, typed: string): LicenseSeries | null {
  if (kind !== 'license_printout') return null
  const series = licenseSeries.find(known => known === typed)
  if (!series) throw new PortalError('EVIDENCE_SERIES')
  return series
}

/** @throws PortalError EVIDENCE_YEAR for an IRS form of any but the two most recent years */
function readYear(kind: EvidenceKind, typed: string): number | null {
  if (kind !== 'tax_form') return null
  const year = recentYears(Number(fundDay().slice(0, 4))).find(known => String(known) === typed)
  if (!year) throw new PortalError('EVIDENCE_YEAR')
  return year
}
