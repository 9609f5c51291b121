import { href, redirect } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import style from '../../../register/office/register.module.css'
import type { NoteCandidate, NoteCandidates } from '../../../register/server/note-candidates.ts'
import { wholeForm } from '../../../shell/actions/fields.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import counted from '../../../shell/office/counted-page.module.css'
import { ListHead } from '../../../shell/office/list-head.tsx'
import linkStyle from '../../../shell/office/person-link.module.css'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { refusalFor, unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Link } from '../../../shell/ui/link.tsx'
import { draftNoteCommand } from '../../draft.commands.ts'
import type { Route } from './+types/route'
import { ChooseHolder } from './choose-holder.tsx'
import { DraftForm } from './draft-form.tsx'
import { HolderFields } from './holder-fields.tsx'
import { readDetails, usualTerms } from './typed-terms.ts'

/** Loads possible holders of the note: the query has the search `q`, or the holder or person it is `for`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const search = url.searchParams.get('q')?.trim() ?? ''
  const chosenId = url.searchParams.get('for')
  const common = { today: todayOfFund(), search }
  if (chosenId) {
    const chosen = await unwrapOrRespond(server.operations.getNoteCandidate(actor, chosenId))
    return { ...common, candidates: [], hasMore: { holders: false, people: false }, chosen }
  }
  return { ...common, ...(await unwrapOrRespond(server.operations.findNoteCandidates(actor, search))) }
}

/** POST: writes a draft, for a holder of the register or for a new one. */
export const action = commandActions([draftNoteCommand], {
  run: {
    'note.draft': async ({ actor, operations, form, url }, typed) => {
      const written = wholeForm(form)
      // A browser without scripts reads the terms back only now.
      if (!typed.confirmed)
        return { command: draftNoteCommand.name, typed: written, error: refusalFor('TERMS_NOT_READ') }
      const id = await operations.createNoteFor(actor, url.searchParams.get('for') ?? '', {
        holder: {
          legalName: typed.legal_name,
          kind: typed.kind,
          state: typed.state,
          signingRule: typed.signing_rule || 'one',
          custodianName: typed.custodian_name,
        },
        note: readDetails(written),
      })
      return redirect(href('/profile/admin/register/notes/:id', { id }))
    },
  },
})

/** A new note. */
export default function NewNoteRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <NewNotePage {...shown} />}</LastLoaded>
}

type Props = NoteCandidates & {
  today: string
  search: string
  chosen?: NoteCandidate | undefined
}

/** A new note: its holder, its terms, and the terms read back in words before it is written. */
function NewNotePage({ today, search, candidates, hasMore, chosen }: Props) {
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title="New note" count={chosen && 'Draft, not visible to the holder'} />
      {chosen ? (
        <DraftForm
          key={chosen.holderId ?? chosen.personId}
          today={today}
          action={withQuery(href('/profile/admin/register/notes/new'), {
            for: chosen.holderId ?? chosen.personId ?? '',
          })}
          command={draftNoteCommand}
          start={{ ...usualTerms(today) }}
          holder={chosen.name}
          saleState={chosen.state ?? ''}
        >
          <p>
            <strong>{chosen.name}</strong>
            <span className={style.fact}>{[chosen.number, chosen.detail].filter(Boolean).join(' · ')}</span>
            <Link to={href('/profile/admin/register/notes/new')} className={linkStyle.link}>
              Choose another holder
            </Link>
          </p>
          {chosen.personId && <HolderFields person={chosen} />}
        </DraftForm>
      ) : (
        <ChooseHolder search={search} candidates={candidates} hasMore={hasMore} />
      )}
    </div>
  )
}
