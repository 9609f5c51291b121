import { href, redirect } from 'react-router'
import style from '../../../register/office/register.module.css'
import type { NoteStory } from '../../../register/server/note-story.ts'
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
import { changeDraftCommand } from '../../draft.commands.ts'
import { DraftForm } from '../new-note/draft-form.tsx'
import { readDetails, termsToType } from '../new-note/typed-terms.ts'
import type { Route } from './+types/route'

/** Loads a draft. Once its terms are locked, the address leads to the note. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const story = await unwrapOrRespond(server.operations.getNoteStory(actor, params.id))
  if (story.state !== 'draft') throw redirect(href('/profile/admin/register/notes/:id', { id: story.id }))
  return { story, today: todayOfFund() }
}

/** POST: changes the draft. Its signatures no longer count. */
export const action = commandActions([changeDraftCommand], {
  run: {
    'note.change_draft': async ({ actor, operations, form, param }, typed) => {
      const written = wholeForm(form)
      // A browser without scripts reads the terms back only now.
      if (!typed.confirmed)
        return { command: changeDraftCommand.name, typed: written, error: refusalFor('TERMS_NOT_READ') }
      const { id, holder } = await operations.getNoteStory(actor, param('id'))
      await operations.updateDraft(actor, id, { ...readDetails(written), holderId: holder.id })
      return redirect(href('/profile/admin/register/notes/:id', { id }))
    },
  },
})

/** A draft, to be changed. */
export default function EditDraftRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <EditDraftPage {...shown} />}</LastLoaded>
}

type Props = { story: NoteStory; today: string }

/** A draft before its terms are locked: the form of a new note, filled in. */
function EditDraftPage({ story, today }: Props) {
  const { id, number, holder, signers } = story
  const isSigned = signers.some(({ signedOn }) => signedOn)
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title={`Edit ${number}`} count="Draft, not visible to the holder" />
      <DraftForm
        today={today}
        action={href('/profile/admin/register/notes/:id/edit', { id })}
        command={changeDraftCommand}
        start={termsToType(story, today)}
        holder={holder.name}
        saleState=""
      >
        <p>
          <strong>{holder.name}</strong>
          <span className={style.fact}>{holder.number}</span>
          <Link to={href('/profile/admin/register/notes/:id', { id })} className={linkStyle.link}>
            Leave it as it is
          </Link>
        </p>
        {isSigned && (
          <p className={style.about}>
            Signatures recorded so far were for what it said before. They no longer count once it is saved.
          </p>
        )}
      </DraftForm>
    </div>
  )
}
