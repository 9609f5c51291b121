import { href } from 'react-router'
import { tax as settings } from '../../../../../content/tax.ts'
import { formatCents } from '../../../../../rules/money.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { Money } from '../../../../register/office/money.tsx'
import type { Column } from '../../../../shell/ui/ledger.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { StackedLedger } from '../../../../shell/ui/stacked-ledger.tsx'
import { leftOutReasons, returnProblems } from '../../../form-1099-int.ts'
import { isWithinHarbor } from '../../../mismatch.ts'
import type { ListedMismatch } from '../../../server/form-mismatches.ts'
import type { ShownTaxRun } from '../../../server/tax-runs-list.ts'
import style from '../../tax.module.css'

/** Payees with a form that differs from the ledger, with both amounts and a link to the correction. */
export function Mismatches({ run: { id, mismatches } }: { run: ShownTaxRun }) {
  if (mismatches.length === 0) return null
  return (
    <section className={style.section} aria-labelledby="mismatches">
      <h2 id="mismatches">Differs from the ledger</h2>
      <p className="quiet measure" role="alert">
        The ledger, or what is known of a payee, has changed since these forms were furnished. Correct them before the
        year is filed; until then, a filing has to say why they differ.
      </p>
      <StackedLedger
        caption="Forms that differ from the ledger"
        columns={columnsOf(id)}
        rows={mismatches}
        rowKey={({ holderId }) => holderId}
      />
    </section>
  )
}

function columnsOf(runId: string): Column<ListedMismatch>[] {
  return [
    {
      header: 'Payee',
      role: 'title',
      cell: ({ holderId, holderNumber, name }) => (
        <>
          {name}
          <span className={style.fact}>
            <Link to={href('/profile/admin/tax/holders/:id', { id: holderId })}>{holderNumber}</Link>
          </span>
        </>
      ),
    },
    {
      header: 'Form, box\u00a01',
      figures: true,
      cell: ({ form }) => (form ? <Money cents={form.interest} /> : 'No form'),
    },
    { header: 'Ledger', figures: true, cell: ({ ledger }) => <Money cents={ledger.interest} /> },
    { header: 'Notes', cell: mismatch => <About mismatch={mismatch} /> },
    {
      header: 'Correct',
      role: 'actions',
      cell: mismatch => <Correct runId={runId} mismatch={mismatch} />,
    },
  ]
}

function About({ mismatch }: { mismatch: ListedMismatch }) {
  const { form, ledger, noForm } = mismatch
  return (
    <>
      {form && form.withheld !== ledger.withheld && (
        <span className={style.fact}>
          Box 4: {formatCents(form.withheld, true)} on the form, {formatCents(ledger.withheld, true)} in the ledger
        </span>
      )}
      {noForm && <span className={style.fact}>Should have no form: {leftOutReasons[noForm]}</span>}
      {(ledger.interest < 0n || ledger.withheld < 0n) && <span className={style.fact}>{returnProblems.negative}</span>}
      {isWithinHarbor(mismatch, settings.corrections) && <span className={style.fact}>Within the safe harbor</span>}
    </>
  )
}

function Correct({ runId, mismatch }: { runId: string; mismatch: ListedMismatch }) {
  const { holderNumber, correctionId, form } = mismatch
  if (correctionId)
    return <Link to={href('/profile/admin/tax/forms/:id', { id: correctionId })}>Being prepared: {holderNumber}</Link>
  const page = withQuery(href('/profile/admin/tax/forms/:id', { id: runId }), { correct: holderNumber })
  return (
    <Link to={`${page}#correct`}>
      {form ? 'Correct' : 'Prepare the form'}: {holderNumber}
    </Link>
  )
}
