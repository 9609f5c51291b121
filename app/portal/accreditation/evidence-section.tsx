import { useState } from 'react'
import type { AccreditableKind } from '../../../rules/accreditation/categories.ts'
import { evidenceNeeded, type NeededEvidence, peopleProving } from '../../../rules/accreditation/evidence.ts'
import { evidenceKinds, evidenceWords, isAging } from '../../../rules/accreditation/evidence-kinds.ts'
import { accreditationMessages } from '../../../rules/accreditation/messages.ts'
import { ssnSentence } from '../../../rules/accreditation/ssn.ts'
import { defaultFundName } from '../../../rules/documents.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { OwnAccreditation, OwnEvidence, OwnVerification } from '../../../server/accreditation/own-accreditation.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import type { FormAction } from '../../actions/use-action.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { type Refusal, refusal } from '../refusal.ts'
import { ChooseFiles } from '../uploads/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../uploads/lazy-uploads.ts'
import { uploadRule } from '../uploads/upload-rule.ts'
import style from './accreditation.module.css'
import { fieldErrors, type WizardAnswer } from './answer.ts'
import { civilDay } from './civil-day.ts'
import evidenceStyle from './evidence-section.module.css'
import { useFocusOnError } from './use-focus-on-error.ts'

type Props = {
  me: Actor
  /** The holder's. */
  kind: AccreditableKind
  verification: OwnVerification
  unused: OwnAccreditation['unused']
  action: FormAction<WizardAnswer>
  /** The last one to a form of this section. */
  answer: WizardAnswer | undefined
}

/** What is needed, what was added, and where more is uploaded and described. */
export function EvidenceSection({ me, kind, verification, unused, action, answer }: Props) {
  const { id, method, evidence, missing } = verification
  const sale = { ...verification, kind }
  const needed = evidenceNeeded(sale, method)
  return (
    <section className={style.section} aria-labelledby="evidence">
      <h3 id="evidence" tabIndex={-1} data-step>
        Your documents
      </h3>
      {needed.length > 0 && (
        <ul className={style.needed}>
          {needed.map(({ what }) => (
            <li key={what} data-done={missing.includes(what) ? undefined : true}>
              <span>{what}</span>
              <span className={style.quiet}>{missing.includes(what) ? 'Still needed' : 'Here'}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={style.quiet}>
        Cover Social Security and account numbers where you can. Only you and the people who review it see what you
        send; tax forms and credit reports are destroyed 90 days after the decision.
      </p>
      {evidence.length > 0 && (
        <ul className={style.evidence} aria-label="Documents added">
          {evidence.map(one => (
            <EvidenceEntry key={one.id} evidence={one} action={action} />
          ))}
        </ul>
      )}
      {unused.map(document => (
        <DescribeForm
          key={document.id}
          verificationId={id}
          document={document}
          suggested={needed.find(({ what }) => missing.includes(what))}
          people={peopleProving(sale)}
          action={action}
          answer={action.sent === undefined && answer?.values?.documentId === document.id ? answer : undefined}
        />
      ))}
      <UploadEvidence me={me} isFirst={evidence.length + unused.length === 0} />
    </section>
  )
}

function EvidenceEntry({
  evidence,
  action: { Form, busy, sent },
}: {
  evidence: OwnEvidence
  action: FormAction<WizardAnswer>
}) {
  const { id, kind, filename, datedOn, person, signedBy, problem, isOwn, ssnPages, isSentAnyway, isNameless } = evidence
  const isBusy = busy && sent?.get('evidenceId') === id
  const what = filename ?? 'Added by another member'
  return (
    <li>
      <div>
        <p className={style.name}>{what}</p>
        <p className={style.quiet}>
          {evidenceWords[kind]}
          {person && ` of ${person}`}
          {datedOn && `, dated ${civilDay(datedOn)}`}
          {signedBy && `, signed by ${signedBy}`}
          {isSentAnyway && ', sent with a full Social Security number'}
        </p>
        {isNameless && !problem && (
          <p className={style.doubt}>
            We couldn’t find the investor’s name in this document. Check that it’s the right one; its reviewers will
            look for the name.
          </p>
        )}
        {problem && (
          <p className={style.problem}>
            {problem === 'EVIDENCE_SSN' && isOwn
              ? ssnSentence(ssnPages)
              : accreditationMessages[problem as keyof typeof accreditationMessages]}
          </p>
        )}
      </div>
      {isOwn && (
        <div className={style.rowActions}>
          {problem === 'EVIDENCE_SSN' && (
            <Form method="post">
              <ActionFields intent="send-anyway" />
              <input type="hidden" name="evidenceId" value={id} />
              <Button type="submit" size="small" busy={isBusy} aria-label={`Send anyway: ${what}`}>
                Send anyway
              </Button>
            </Form>
          )}
          <Form method="post">
            <ActionFields intent="remove-evidence" />
            <input type="hidden" name="evidenceId" value={id} />
            <Button type="submit" size="small" variant="link" busy={isBusy} aria-label={`Remove: ${what}`}>
              Remove
            </Button>
          </Form>
        </div>
      )}
    </li>
  )
}

type DescribeProps = {
  verificationId: string
  document: OwnAccreditation['unused'][number]
  /** What is missing first. */
  suggested: NeededEvidence | undefined
  /** Who each send their own; empty where it isn't asked whose a document is. */
  people: readonly string[]
  action: FormAction<WizardAnswer>
  /** The last one to this form. */
  answer: WizardAnswer | undefined
}

/** An uploaded document whose sender still has to say what it is. */
function DescribeForm({
  verificationId,
  document,
  suggested,
  people,
  action: { Form, busy, sent },
  answer,
}: DescribeProps) {
  const form = useFocusOnError(answer)
  const errors = fieldErrors(answer)
  // Until somebody chooses, it is what is missing: once a document is added, that is something else for the next one.
  const [chosen, setChosen] = useState({ kind: answer?.values?.kind, person: answer?.values?.person })
  const kind = chosen.kind ?? suggested?.kind ?? 'other'
  const isDated = isAging(kind as 'letter')
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
        onChange={({ target }) => setChosen({ ...chosen, kind: target.value })}
        error={errors.kind}
      >
        {evidenceKinds.map(one => (
          <option key={one} value={one}>
            {evidenceWords[one]}
          </option>
        ))}
      </SelectField>
      {people.length > 0 && (
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
      <Field
        label={isDated ? 'Date on it' : 'Date on it, if it has one'}
        name="datedOn"
        type="date"
        defaultValue={answer?.values?.datedOn}
        required={isDated}
        error={errors.datedOn}
      />
      {kind === 'letter' && (
        <Field
          label="Signed by"
          hint="The broker-dealer, adviser, attorney or CPA"
          name="signedBy"
          autoComplete="off"
          maxLength={200}
          defaultValue={answer?.values?.signedBy}
          required
          error={errors.signedBy}
        />
      )}
      {kind === 'license_printout' && (
        <Field
          label="CRD number"
          name="crdNumber"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          defaultValue={answer?.values?.crdNumber}
          required
          error={errors.crdNumber}
        />
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

function UploadEvidence({ me, isFirst }: { me: Actor; isFirst: boolean }) {
  const [error, setError] = useState<Refusal>()
  const uploads = useLoadedUploads()
  const add = async (files: File[]) => {
    setError(undefined)
    const loaded = await loadUploads().catch(() => setError(refusal('NO_CONNECTION')))
    const target = { actorId: me.id, userId: me.id, fundName: defaultFundName, category: 'Accreditation' } as const
    loaded?.addUploads(files, target)
  }
  return (
    <div className={evidenceStyle.upload}>
      <ChooseFiles label={isFirst ? 'Choose documents' : 'Choose more'} variant="quiet" onFiles={add} />
      <p className={style.quiet}>{uploadRule}</p>
      {uploads && <uploads.UploadList userId={me.id} />}
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </div>
  )
}
