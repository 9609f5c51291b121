import { useState } from 'react'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../shell/actions/use-action.ts'
import { useFocusOnError } from '../../shell/actions/use-focus-on-error.ts'
import { CommandFields } from '../../shell/commands/command-fields.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Options } from '../../shell/ui/options.tsx'
import type { NeededEvidence } from '../evidence.ts'
import {
  type EvidenceKind,
  evidenceKinds,
  evidenceWords,
  isAging,
  isOfTheEntity,
  licenseSeries,
  licenseWords,
} from '../evidence-kinds.ts'
import { addEvidenceCommand as command } from '../own.commands.ts'
import type { OwnAccreditation } from '../server/own-accreditation.ts'
import type { OwnEvidence } from '../server/own-evidence.ts'
import type { WizardAnswer } from './answer.ts'
import evidenceStyle from './evidence-section.module.css'

type DescribeProps = {
  verificationId: string
  document: OwnAccreditation['unused'][number]
  /** The first kind of evidence that is missing. */
  suggested: NeededEvidence | undefined
  /** People who each send their own evidence; empty where a document isn't assigned to a person. */
  people: readonly string[]
  /** Of which IRS forms count. */
  years: readonly number[]
  /** Sent already. */
  evidence: readonly OwnEvidence[]
  action: FormAction<WizardAnswer>
  /** The last one to this form. */
  answer: WizardAnswer | undefined
}

/** An uploaded document without its description yet. */
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
  const typed = answer?.typed
  // Until someone chooses, it is the missing kind, which changes once a document is added.
  const [chosen, setChosen] = useState({ kind: typed?.kind, person: typed?.person, taxYear: typed?.taxYear })
  const kind = chosen.kind ?? suggested?.ways[0]?.[0]?.kind ?? 'other'
  const missingYear = years.find(
    year => !evidence.some(({ taxYear, person }) => taxYear === year && person === (suggested?.person ?? null)),
  )
  const choose = (name: keyof typeof chosen) => ({
    onChange: ({ target }: { target: { value: string } }) => setChosen({ ...chosen, [name]: target.value }),
    required: false,
  })
  const isDated = isAging(kind as EvidenceKind)
  const hasPerson = people.length > 0 && !isOfTheEntity(kind as EvidenceKind)
  return (
    <Form
      ref={form}
      method="post"
      className={`stack gap-3-4 raised line-around inside-4 ${evidenceStyle.describe}`}
      aria-label={`What is ${document.filename}?`}
    >
      <ActionFields intent={command.name} />
      <input type="hidden" name="accreditation" value={verificationId} />
      <p className="strong breakable">{document.filename}</p>
      <CommandFields
        command={command}
        answer={answer}
        typed={typed}
        fields={{
          documentId: document.id,
          kind: {
            ...choose('kind'),
            value: kind,
            children: evidenceKinds.map(one => (
              <option key={one} value={one}>
                {evidenceWords[one]}
              </option>
            )),
          },
          person: hasPerson
            ? {
                ...choose('person'),
                value: chosen.person ?? suggested?.person ?? people[0],
                children: <Options of={people} />,
              }
            : null,
          taxYear:
            kind === 'tax_form'
              ? {
                  ...choose('taxYear'),
                  value: chosen.taxYear ?? missingYear ?? years[0],
                  children: <Options of={years.map(String)} />,
                }
              : null,
          datedOn:
            kind === 'tax_form' ? null : { ...(!isDated && { label: 'Date on it, if it has one' }), required: isDated },
          signedBy: kind === 'letter' ? { required: true } : null,
          series: kind === 'license_printout' ? { children: <LicenseSeries /> } : null,
          crdNumber: kind === 'license_printout' ? { inputMode: 'numeric', required: true } : null,
        }}
      />
      {document.isPending ? (
        <p className="quiet">We’re checking this file. It can be added in a moment.</p>
      ) : (
        <Button type="submit" busy={busy && sent?.get('documentId') === document.id} busyLabel={command.busy}>
          {command.button}
        </Button>
      )}
    </Form>
  )
}

function LicenseSeries() {
  return (
    <>
      <option value="">Choose one</option>
      {licenseSeries.map(one => (
        <option key={one} value={one}>
          {licenseWords[one]}
        </option>
      ))}
    </>
  )
}
