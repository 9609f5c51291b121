import { useState } from 'react'
import { accreditation as switches } from '../../../content/accreditation.ts'
import type { Command } from '../../../rules/commands/command.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { defaultFundName } from '../../documents/documents.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../shell/actions/use-action.ts'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { ChooseFiles } from '../../uploads/investor/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../../uploads/investor/lazy-uploads.ts'
import { evidenceRule } from '../../uploads/investor/upload-rule.ts'
import type { AccreditableKind } from '../categories.ts'
import { evidenceNeeded, peopleProving, recentYears } from '../evidence.ts'
import { evidenceWords } from '../evidence-kinds.ts'
import { accreditationMessages } from '../messages.ts'
import { removeEvidenceCommand, sendEvidenceAnywayCommand } from '../own.commands.ts'
import type { OwnAccreditation, OwnVerification } from '../server/own-accreditation.ts'
import type { OwnEvidence } from '../server/own-evidence.ts'
import { ssnSentence } from '../ssn.ts'
import style from './accreditation.module.css'
import type { WizardAnswer } from './answer.ts'
import { civilDay } from './civil-day.ts'
import { DescribeForm } from './describe-form.tsx'
import evidenceStyle from './evidence-section.module.css'
import { LettersToSign } from './letter-to-sign.tsx'

type Props = {
  me: Actor
  /** The holder's. */
  kind: AccreditableKind
  /** This year. */
  fundYear: number
  verification: OwnVerification
  unused: OwnAccreditation['unused']
  action: FormAction<WizardAnswer>
  /** The last one to a form of this section. */
  answer: WizardAnswer | undefined
}

/** The needed evidence, the evidence so far, and the form to upload and describe more. */
export function EvidenceSection({ me, kind, fundYear, verification, unused, action, answer }: Props) {
  const { id, method, evidence, missing } = verification
  const sale = { ...verification, kind }
  const needed = evidenceNeeded(sale, method)
  return (
    <section className="stack gap-4 pad-above-4" aria-labelledby="evidence">
      <h2 id="evidence" tabIndex={-1} data-step>
        Your documents
      </h2>
      {needed.length > 0 && (
        <ul className="tabular plain-list double divided step-list">
          {needed.map(({ what }) => (
            <li key={what} data-done={missing.includes(what) ? undefined : true}>
              <span>{what}</span>
              <span className="quiet">{missing.includes(what) ? 'Still needed' : 'Here'}</span>
            </li>
          ))}
        </ul>
      )}
      <LettersToSign me={me} verificationId={id} missing={needed.filter(({ what }) => missing.includes(what))} />
      <p className="quiet">
        Cover Social Security and account numbers where you can. Only you and the people who review it see what you
        send; tax forms and credit reports are destroyed {switches.sensitiveDays} days after the decision. If you don’t
        send a file, it’s destroyed {switches.sensitiveDays} days after you uploaded or last changed it.
      </p>
      {evidence.length > 0 && (
        <ul className={`tabular plain-list double divided ${style.evidence}`} aria-label="Documents added">
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
          people={peopleProving(sale, method)}
          years={recentYears(fundYear)}
          evidence={evidence}
          action={action}
          answer={action.sent === undefined && answer?.typed?.documentId === document.id ? answer : undefined}
        />
      ))}
      <UploadEvidence me={me} isFirst={evidence.length + unused.length === 0} />
    </section>
  )
}

function EvidenceEntry({ evidence, action }: { evidence: OwnEvidence; action: Props['action'] }) {
  const { id, kind, filename, datedOn, person, signedBy, crdNumber, series, taxYear } = evidence
  const { problem, isOwn, ssnPages, isSentAnyway, isNameless } = evidence
  const what = filename ?? 'Added by another member'
  return (
    <li>
      <div>
        <p className="strong breakable">{what}</p>
        <p className="quiet">
          {evidenceWords[kind]}
          {taxYear && ` for ${taxYear}`}
          {person && ` of ${person}`}
          {datedOn && `, dated ${civilDay(datedOn)}`}
          {signedBy && `, signed by ${signedBy}`}
          {crdNumber && `, CRD ${crdNumber}`}
          {series && `, Series ${series}`}
          {isSentAnyway && ', sent with a full Social Security number'}
        </p>
        {isNameless && !problem && (
          <p className={`small medium ${style.doubt}`}>
            We couldn’t find the investor’s name in this document. Check that it’s the right one; its reviewers will
            look for the name.
          </p>
        )}
        {problem && (
          <p className="small danger medium">
            {problem === 'EVIDENCE_SSN' && isOwn
              ? ssnSentence(ssnPages)
              : accreditationMessages[problem as keyof typeof accreditationMessages]}
          </p>
        )}
      </div>
      {isOwn && (
        <div className="row center gap-4">
          {problem === 'EVIDENCE_SSN' && (
            <EvidenceButton command={sendEvidenceAnywayCommand} {...{ id, what, action }} />
          )}
          <EvidenceButton command={removeEvidenceCommand} variant="link" {...{ id, what, action }} />
        </div>
      )}
    </li>
  )
}

type ButtonProps = { command: Command; id: string; what: string; variant?: 'link'; action: Props['action'] }

function EvidenceButton({ command, id, what, variant, action: { Form, busy, sent } }: ButtonProps) {
  const isBusy = busy && sent?.get('evidence') === id
  return (
    <Form method="post">
      <ActionFields intent={command.name} />
      <input type="hidden" name="evidence" value={id} />
      <Button type="submit" size="small" variant={variant} busy={isBusy} aria-label={`${command.button}: ${what}`}>
        {command.button}
      </Button>
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
    <div className={`stack start gap-2 ${evidenceStyle.upload}`}>
      <ChooseFiles
        label={isFirst ? 'Choose documents' : 'Choose more'}
        variant="quiet"
        accept={evidenceRule.accept}
        onFiles={add}
      />
      <p className="quiet">{evidenceRule.words}</p>
      {uploads && <uploads.UploadList userId={me.id} />}
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </div>
  )
}
