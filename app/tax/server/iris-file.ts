import type { Selectable } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { csvLine } from '../../../rules/csv.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import { type CamelRow, camelRow } from '../../../server/database/camel.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { TaxReturnsTable } from '../../../server/database/types.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { revealNumbers } from '../../holders/server/number-vault.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { lockRun } from '../../runs/server/start-run.ts'
import { irisForms } from '../form-1099-int.ts'
import { irisRow } from '../iris.ts'
import { readPersonName, readPostalAddress } from '../payee-names.ts'
import { asciiText } from './ascii-text.ts'

type Form = CamelRow<Selectable<TaxReturnsTable>> & { number: string }

/**
 * Makes one of a run's files for IRIS. It has whole tax numbers: each is revealed by the vault, which writes it into the log.
 * @param part from 1: each has at most a hundred forms, in the order of the holders' numbers
 * @returns the file's text, and the year
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND; TAX_RUN_STATE before the forms
 *   are furnished; TAX_CORRECTION_BY_HAND for a correction, which is entered in the IRS's portal; VAULT_LOCKED
 */
export async function exportIris(
  actor: Actor,
  runId: string,
  part: number,
): Promise<{ content: MadeFile<string>; year: number }> {
  const id = assertId(runId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(actor, async tx => {
    const run = await lockRun(tx, 'tax_runs', id)
    if (run.state !== 'furnished' && run.state !== 'filed') throw new PortalError('TAX_RUN_STATE')
    if (run.corrects) throw new PortalError('TAX_CORRECTION_BY_HAND')
    if (!Number.isSafeInteger(part) || part < 1 || part > 10_000) throw new PortalError('NOT_FOUND')
    const found = await tx
      .selectFrom('tax_returns as form')
      .innerJoin('holders', 'holders.id', 'form.holder_id')
      .selectAll('form')
      .select('holders.number')
      .where('form.run_id', '=', id)
      .where('form.document_id', 'is not', null)
      .orderBy('holders.number')
      .limit(irisForms)
      .offset((part - 1) * irisForms)
      .execute()
    const forms = found.map(camelRow)
    if (forms.length === 0) throw new PortalError('NOT_FOUND')
    const numbers = forms.flatMap(({ numberId }) => numberId ?? [])
    const digits = await revealNumbers(tx, actor, numbers)
    const rows = forms.map(form => rowOf(form, digits.get(form.numberId ?? '') ?? ''))
    await audit(tx, actor, 'tax.iris_exported', id, { year: run.year, part, forms: forms.length })
    const heads = Object.keys(rows[0] ?? {})
    const lines = [heads, ...rows.map(row => heads.map(head => row[head]))]
    const content = lines.map(csvLine).join('')
    return { content: madeFile({ proof: 'fresh', entry: 'tax.iris_exported' }, content), year: run.year }
  })
}

function rowOf(form: Form, digits: string): Record<string, string> {
  const { year, number, nameLine1, nameLine2, addressLines, isPerson, tinKind, isSecondNotice } = form
  const line1 = nameLine1 ?? ''
  const address = readPostalAddress((addressLines ?? '').split('\n'))
  const row = irisRow({
    year,
    payer: tax.payer,
    digits,
    tinKind,
    name: isPerson ? readPersonName(line1).name : { line1, line2: nameLine2 ?? '' },
    address: address ?? { street: '', unit: '', city: '', state: '', zip: '' },
    account: number,
    interest: toCents(form.interestCents ?? 0),
    withheld: toCents(form.withheldCents ?? 0),
    isSecondNotice,
  })
  return Object.fromEntries(Object.entries(row).map(([head, cell]) => [head, asciiText(cell)]))
}
