import { href } from 'react-router'
import { countOf } from '../../../../../rules/number.ts'
import { canTake } from '../../../../../rules/workflows.ts'
import { SettingsSection } from '../../../../settings/investor/settings-section.tsx'
import { commandActions } from '../../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../../shell/commands/command-form.tsx'
import { PageName } from '../../../../shell/office/page-name.tsx'
import { BackLink } from '../../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../../shell/portal/list-page.tsx'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { useMe } from '../../../../shell/portal/use-me.ts'
import { Badge } from '../../../../shell/ui/badge.tsx'
import { FormattedDate } from '../../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../../shell/ui/notice.tsx'
import {
  changeOfferingCommand,
  closeOfferingCommand,
  openOfferingCommand,
  publishDisclosureCommand,
} from '../../../offerings.commands.ts'
import type { OfferingPage } from '../../../server/offerings.ts'
import { offeringSteps } from '../../../subscription-steps.ts'
import { offeringWords } from '../../../subscriptions.ts'
import { KindFields } from '../kind-fields.tsx'

/** Loads one offering, with its disclosures and what keeps it from opening. */
export const loader = loadOne(async ({ actor, operations }, id) => ({
  offering: await operations.getOffering(actor, id),
}))

/** POST: changes it, publishes a disclosure, requests its opening, or closes it. */
export const action = commandActions(
  [changeOfferingCommand, publishDisclosureCommand, openOfferingCommand, closeOfferingCommand],
  {
    about: { offering: 'id' },
    redirectTo: ({ param }) => href('/profile/admin/offerings/:id', { id: param('id') }),
  },
)

export default showOne<typeof loader>(OfferingRoute)

function OfferingRoute({ offering }: Shown<typeof loader>) {
  const { say, ...notice } = useNotice()
  const { name, state, problems, kinds, openedAt } = offering
  return (
    <div className="stack gap-6">
      <BackLink to={href('/profile/admin/offerings')}>Offerings</BackLink>
      <header className="cluster baseline gap-3">
        <PageName name={name} />
        <Badge tone={state === 'draft' ? 'warning' : 'plain'}>{offeringWords[state]}</Badge>
        {openedAt && (
          <p className="quiet">
            opened <FormattedDate date={openedAt} />
          </p>
        )}
      </header>
      <SettingsSection
        title="Opening"
        note="Two people open an offering, and only once everything that a sale needs is here."
      >
        {state !== 'open' && problems.length > 0 && (
          <ul className="breakable">
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {state !== 'open' && problems.length === 0 && <p>Everything it needs is here.</p>}
        {canTake(offeringSteps.open, state) && <CommandForm command={openOfferingCommand} onDone={say} />}
        {canTake(offeringSteps.close, state) && (
          <CommandForm command={closeOfferingCommand} variant="danger" onDone={say} />
        )}
      </SettingsSection>
      <Disclosures offering={offering} onDone={say} />
      {state !== 'open' && (
        <SettingsSection title="Details" note="Its name stays once it was open; the kinds change while it is closed.">
          <CommandForm
            key={`${name} ${kinds.join()}`}
            command={changeOfferingCommand}
            fields={{ name: { defaultValue: name, readOnly: openedAt !== null }, kinds: <KindFields chosen={kinds} /> }}
            onDone={say}
          />
        </SettingsSection>
      )}
      <Notice {...notice} />
    </div>
  )
}

type Props = { offering: OfferingPage; onDone: (notice: string) => void }

/** The memorandum and its supplements, with who has read them, and a form for the next one. */
function Disclosures({ offering: { published, files, state }, onDone }: Props) {
  const me = useMe()
  return (
    <SettingsSection
      title="Disclosures"
      note="The memorandum, then supplements. Investors sign once they have opened each to its end and said so."
    >
      {published.length === 0 && <p className="quiet">None yet. The memorandum comes first.</p>}
      <ol className="plain-list" reversed>
        {published.map(({ id, number, title, documentId, publishedAt, readers }) => (
          <li key={id} className="breakable">
            <a href={`/files/${documentId}`} target="_blank" rel="noreferrer">
              {number}. {title}
            </a>
            , <FormattedDate date={publishedAt} time />. {countOf(readers.length, 'person has', 'people have')} read it
            {readers.length > 0 && `: ${readers.map(({ name }) => name).join(', ')}`}.
          </li>
        ))}
      </ol>
      {state !== 'closed' &&
        (files.length === 0 ? (
          <p className="quiet">
            To publish one, upload the PDF to{' '}
            <Link to={href('/profile/admin/people/:id', { id: me.id })}>your own documents</Link> first.
          </p>
        ) : (
          <CommandForm
            command={publishDisclosureCommand}
            fields={{
              document: {
                children: files.map(({ id, filename }) => (
                  <option key={id} value={id}>
                    {filename}
                  </option>
                )),
              },
            }}
            isEmptied
            onDone={onDone}
          />
        ))}
    </SettingsSection>
  )
}
