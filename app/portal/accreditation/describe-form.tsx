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
import { useFocusOnError } from '../../actions/use-focus-on-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { fieldErrors, type WizardAnswer } from './answer.ts'
import evidenceStyle from './evidence-section.module.css'

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
  const typed = answer?.values
  // Until somebody chooses, it is what is missing: once a document is added, that is something else for the next one.
  const [chosen, setChosen] = useState({ kind: typed?.kind, person: typed?.person, taxYear: typed?.taxYear })
  const kind = chosen.kind ?? suggested?.ways[0]?.[0]?.kind ?? 'other'
  const missingYear = years.find(
    year => !evidence.some(({ taxYear, person }) => taxYear === year && person === (suggested?.person ?? null)),
  )
  const isDated = isAging(kind as EvidenceKind)
  return (
    <Form
      ref={form}
      method="post"
      className={`stack gap-3-4 ${evidenceStyle.describe}`}
      aria-label={`What is ${document.filename}?`}
    >
      <ActionFields intent="add-evidence" />
      <input type="hidden" name="id" value={verificationId} />
      <input type="hidden" name="documentId" value={document.id} />
      <p className="strong breakable">{document.filename}</p>
      <SelectField
        label="What is it?"
        name="kind"
        value={kind}
        onChange={({ target }) => setChosen({ ...chosen, kind: target.value })}
        error={errors.kind}
      >
        {evidenceKinds.map(one => (
          <option key={one} value={one}>
            {evidenceWords[one]}
          </option>
        ))}
      </SelectField>
      {people.length > 0 && !isOfTheEntity(kind as EvidenceKind) && (
        <SelectField
          label="Whose is it?"
          name="person"
          value={chosen.person ?? suggested?.person ?? people[0]}
          onChange={({ target }) => setChosen({ ...chosen, person: target.value })}
          error={errors.person}
        >
          {people.map(name => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'tax_form' && (
        <SelectField
          label="For which year"
          name="taxYear"
          value={chosen.taxYear ?? missingYear ?? years[0]}
          onChange={({ target }) => setChosen({ ...chosen, taxYear: target.value })}
          error={errors.taxYear}
        >
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
          defaultValue={typed?.datedOn}
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
          defaultValue={typed?.signedBy}
          required
          error={errors.signedBy}
        />
      )}
      {kind === 'license_printout' && (
        <>
          <SelectField
            label="Which license"
            name="series"
            defaultValue={typed?.series ?? ''}
            required
            error={errors.series}
          >
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
            defaultValue={typed?.crdNumber}
            required
            error={errors.crdNumber}
          />
        </>
      )}
      {document.isWaiting ? (
        <p className="quiet">We’re checking this file. It can be added in a moment.</p>
      ) : (
        <Button type="submit" busy={busy && sent?.get('documentId') === document.id} busyLabel="Adding…">
          Add
        </Button>
      )}
    </Form>
  )
}
