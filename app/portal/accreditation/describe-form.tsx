import { useState } from 'react'
import type { NeededEvidence } from '../../../rules/accreditation/evidence.ts'
import {
  type EvidenceKind,
  evidenceKinds,
  evidenceWords,
  isAging,
  isOfTheEntity,
  licenseSeries,
  licenseWords,
} from '../../../rules/accreditation/evidence-kinds.ts'
import type { OwnAccreditation } from '../../../server/accreditation/own-accreditation.ts'
import type { OwnEvidence } from '../../../server/accreditation/own-evidence.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import type { FormAction } from '../../actions/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import style from './accreditation.module.css'
import { fieldErrors, type WizardAnswer } from './answer.ts'
import evidenceStyle from './evidence-section.module.css'
import { useFocusOnError } from './use-focus-on-error.ts'

type DescribeProps = {
  verificationId: string
  document: OwnAccreditation['unused'][number]
  /** What is missing first. */
  suggested: NeededEvidence | undefined
  /** Who each send their own; empty where it isn't asked whose a document is. */
  people: readonly string[]
  /** Of which IRS forms count. */
  years: readonly number[]
  /** Sent already. */
  evidence: readonly OwnEvidence[]
  action: FormAction<WizardAnswer>
  /** The last one to this form. */
  answer: WizardAnswer | undefined
}

/** An uploaded document whose sender still has to say what it is. */
export function DescribeForm({
  verificationId,
  document,
  suggested,
  people,
  years,
  evidence,
  action: { Form, busy, sent },
  answer,
}: DescribeProps) {
  const form = useFocusOnError(answer)
  const errors = fieldErrors(answer)
  const [kind, setKind] = useState<string>(suggested?.ways[0]?.[0]?.kind ?? 'other')
  const missingYear = years.find(
    year => !evidence.some(({ taxYear, person }) => taxYear === year && person === (suggested?.person ?? null)),
  )
  const isDated = isAging(kind as EvidenceKind)
  return (
    <Form ref={form} method="post" className={evidenceStyle.describe} aria-label={`What is ${document.filename}?`}>
      <ActionFields intent="add-evidence" />
      <input type="hidden" name="id" value={verificationId} />
      <input type="hidden" name="documentId" value={document.id} />
      <p className={style.name}>{document.filename}</p>
      <SelectField
        label="What is it?"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        error={errors.kind}
      >
        {evidenceKinds.map(one => (
          <option key={one} value={one}>
            {evidenceWords[one]}
          </option>
        ))}
      </SelectField>
      {people.length > 0 && !isOfTheEntity(kind as EvidenceKind) && (
        <SelectField label="Whose is it?" name="person" defaultValue={suggested?.person} error={errors.person}>
          {people.map(name => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'tax_form' && (
        <SelectField label="For which year" name="taxYear" defaultValue={missingYear} error={errors.taxYear}>
          {years.map(year => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </SelectField>
      )}
      {kind !== 'tax_form' && (
        <Field
          label={isDated ? 'Date on it' : 'Date on it, if it has one'}
          name="datedOn"
          type="date"
          required={isDated}
          error={errors.datedOn}
        />
      )}
      {kind === 'letter' && (
        <Field
          label="Signed by"
          hint="The broker-dealer, adviser, attorney or CPA"
          name="signedBy"
          autoComplete="off"
          maxLength={200}
          required
          error={errors.signedBy}
        />
      )}
      {kind === 'license_printout' && (
        <>
          <SelectField label="Which license" name="series" defaultValue="" required error={errors.series}>
            <option value="">Choose one</option>
            {licenseSeries.map(one => (
              <option key={one} value={one}>
                {licenseWords[one]}
              </option>
            ))}
          </SelectField>
          <Field
            label="CRD number"
            name="crdNumber"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            required
            error={errors.crdNumber}
          />
        </>
      )}
      {document.isWaiting ? (
        <p className={style.quiet}>We’re checking this file. It can be added in a moment.</p>
      ) : (
        <Button type="submit" busy={busy && sent?.get('documentId') === document.id} busyLabel="Adding…">
          Add
        </Button>
      )}
    </Form>
  )
}
