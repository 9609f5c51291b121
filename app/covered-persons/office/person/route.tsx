import { href } from 'react-router'
import { coveredPersons as settings } from '../../../../content/covered-persons.ts'
import { fund } from '../../../../content/fund.ts'
import { formatDay } from '../../../../rules/days.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandFold } from '../../../shell/commands/command-fold.tsx'
import { PageName } from '../../../shell/office/page-name.tsx'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import {
  decideQuestionnaireCommand,
  endCoveredPersonCommand,
  recordConfirmationCommand,
  recordQuestionnaireCommand,
} from '../../covered-persons.commands.ts'
import { bringDownText, capacities, eventCodes, filledIn, findings } from '../../covered-persons.ts'
import { answerFields } from '../../investor/answer-fields.tsx'
import type { SignedQuestionnaire } from '../../server/register.ts'
import { StandingBadge } from '../table.tsx'
import { UploadSigned } from './upload-signed.tsx'

/** Loads one covered person and everything they signed. */
export const loader = loadOne(({ actor, operations }, id) => operations.getCoveredPerson(actor, id))

/** POST: files what was signed outside the portal, decides on a positive answer, ends the entry. */
export const action = commandActions(
  [recordQuestionnaireCommand, recordConfirmationCommand, decideQuestionnaireCommand, endCoveredPersonCommand],
  {
    about: { person: 'id' },
    redirectTo: ({ param }) => href('/profile/admin/covered-persons/:id', { id: param('id') }),
  },
)

export default showOne<typeof loader>(PersonPage)

type Props = Shown<typeof loader>
type Say = { say: (notice: string) => void }

/** A covered person: what they signed, what two people found, and what can be done. */
function PersonPage(props: Props) {
  const { say, ...notice } = useNotice()
  const { person, signed } = props
  return (
    <article className="stack narrow gap-5 pad-below-7">
      <BackLink to={href('/profile/admin/covered-persons')}>Covered persons</BackLink>
      <header className="cluster baseline gap-2-4">
        <PageName name={person.name} />
        <p className="quiet regular">
          {capacities[person.capacity]} since {formatDay(person.since)}
        </p>
        <StandingBadge person={person} />
      </header>
      {person.endedOn && (
        <p className="as-written measure">
          Covered until {formatDay(person.endedOn)}: {person.endReason}
        </p>
      )}
      <section aria-labelledby="signed" className="stack gap-4">
        <h2 id="signed">Questionnaires</h2>
        {signed.length === 0 && <p className="quiet measure">Nothing signed yet.</p>}
        {signed.map(each => (
          <Questionnaire key={each.id} signed={each} say={say} />
        ))}
      </section>
      {!person.endedOn && (
        <>
          {person.email ? (
            <p className="quiet measure">
              {person.email} signs under <span className="nowrap">{href('/profile/covered-person')}</span> and is
              reminded by e-mail.
            </p>
          ) : (
            <FileForms {...props} say={say} />
          )}
          <CommandFold
            title="No longer covered"
            className="stack gap-4"
            command={endCoveredPersonCommand}
            fields={{ endedOn: { defaultValue: props.today, max: props.today } }}
            onDone={say}
          />
        </>
      )}
      <Notice {...notice} />
    </article>
  )
}

function Questionnaire({ signed, say }: { signed: SignedQuestionnaire } & Say) {
  const { id, isBringDown, version, text, sha256, events, signedOn, typedName, documentId, recordedBy, recordedAt } =
    signed
  const { finding, findingReason, foundBy, isRequested, ip } = signed
  const isOpen = events.length > 0 && (!finding || finding === 'disqualified') && !isRequested
  return (
    <section className="stack gap-3" aria-label={`Signed on ${formatDay(signedOn)}`}>
      <h3 className="cluster baseline gap-2-4">
        {isBringDown ? 'Bring-down' : 'Questionnaire'}, {formatDay(signedOn)}
        {events.length > 0 && <Badge tone="warning">Yes to {events.map(code => `(${code})`).join(', ')}</Badge>}
      </h3>
      <p className="quiet measure">
        Signed “{typedName}”, {documentId ? 'filed' : 'in the portal'} by {recordedBy},{' '}
        <FormattedDate date={recordedAt} time />
        {ip && `, from ${ip}`}. Questions {version}.{' '}
        {documentId && (
          <a href={`/files/${documentId}`} target="_blank" rel="noopener">
            Open the signed PDF
          </a>
        )}
      </p>
      <details>
        <summary>What was signed</summary>
        <p className="as-written measure">{text}</p>
        <p className="quiet breakable">SHA-256 {sha256}</p>
      </details>
      {finding && (
        <p className="as-written measure">
          {findings[finding]}. {findingReason} ({foundBy})
        </p>
      )}
      {isRequested && (
        <p className="quiet measure">A finding is submitted and needs a second administrator’s approval.</p>
      )}
      {isOpen && (
        <CommandFold
          title={finding ? 'Decide again' : 'Decide what this means'}
          className="stack gap-4"
          command={decideQuestionnaireCommand}
          form={id}
          fields={{ questionnaire: id }}
          onDone={say}
        />
      )}
    </section>
  )
}

/** For someone outside the portal: the texts to sign, and the forms that file what they signed. */
function FileForms({ person, signed, files, today, say }: Props & Say) {
  const signer = { name: person.name, capacity: person.capacity, fund: fund.name }
  const confirms = signed.find(({ isBringDown, version }) => !isBringDown && version === settings.version)
  const document = {
    children: files.map(({ id, filename }) => (
      <option key={id} value={id}>
        {filename}
      </option>
    )),
  }
  const filed = { document, signedOn: { defaultValue: today, max: today }, version: settings.version }
  return (
    <section aria-labelledby="file" className="stack gap-4">
      <h2 id="file">File what they signed</h2>
      <details>
        <summary>The text to sign</summary>
        <p className="as-written measure">
          {[
            ...eventCodes.map(code => `(${code}) ${settings.questions[code]}`),
            filledIn(settings.declaration, signer),
          ].join('\n\n')}
        </p>
        {confirms && <p className="as-written measure">{bringDownText(settings, signer, confirms.signedOn)}</p>}
      </details>
      <UploadSigned />
      {files.length > 0 && (
        <CommandFold
          title="Questionnaire"
          className="stack gap-4"
          command={recordQuestionnaireCommand}
          fields={{ ...filed, ...answerFields }}
          onDone={say}
        />
      )}
      {files.length > 0 && confirms && (
        <CommandFold
          title="Bring-down: nothing has changed"
          className="stack gap-4"
          command={recordConfirmationCommand}
          fields={filed}
          onDone={say}
        />
      )}
    </section>
  )
}
