import { href, redirect } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { text } from '../../../shell/actions/fields.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { serverContext } from '../../../shell/context.ts'
import { AdminList, Filters } from '../../../shell/office/admin-list.tsx'
import rows from '../../../shell/office/rows.module.css'
import { SearchField } from '../../../shell/office/search-form.tsx'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { prepareEnvelopeCommand } from '../../envelope.commands.ts'
import type { Route } from './+types/route'

/** Loads possible holders: the query has the search `q`, or the holder that it is `for`, with the PDFs filed with it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { operations, ...server } = context.get(serverContext)
  const actor = requireAdministrator(url, { operations, ...server })
  const search = url.searchParams.get('q')?.trim() ?? ''
  const holderId = url.searchParams.get('for')
  if (!holderId) {
    const { candidates } = await unwrapOrRespond(operations.findNoteCandidates(actor, search))
    return { search, holders: candidates.filter(each => each.holderId), holder: undefined, filed: [] }
  }
  const [holder, documents] = await unwrapOrRespond(
    Promise.all([operations.getHolder(actor, holderId), operations.getHolderDocuments(actor, holderId)]),
  )
  const filed = documents.filter(({ file_type }) => file_type === 'pdf').slice(0, 100)
  return { search, holders: [], holder, filed: filed.map(({ id, filename }) => ({ id, filename })) }
}

/** POST: prepares the envelope, and leads to it. */
export const action = commandActions([prepareEnvelopeCommand], {
  redirectTo: ({ form }) => withQuery(href('/profile/admin/envelopes/new'), { for: text(form, 'holder') }),
  after: { [prepareEnvelopeCommand.name]: (id: string) => redirect(href('/profile/admin/envelopes/:id', { id })) },
})

export default function NewEnvelopeRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <NewEnvelopePage {...shown} />}</LastLoaded>
}

/** A new envelope: its holder, then its PDF. */
function NewEnvelopePage({ search, holders, holder, filed }: Route.ComponentProps['loaderData']) {
  const at = href('/profile/admin/envelopes/new')
  return (
    <AdminList
      up={{ to: href('/profile/admin/envelopes'), label: 'All envelopes' }}
      title="New envelope"
      at={at}
      query={{ q: search || undefined }}
    >
      {holder ? (
        <>
          <p>
            <strong className="breakable">{holder.legalName}</strong> · {holder.number} ·{' '}
            <Link to={at}>Other holder</Link>
          </p>
          <p className="quiet column-44">
            The PDF is read now. Forms and layers become plain pages; a file with scripts, a password or signatures
            can’t be signed as it is. Nothing is sent yet.
          </p>
          <CommandForm
            command={prepareEnvelopeCommand}
            variant="primary"
            fields={{
              holder: holder.id,
              file: { required: false },
              document: {
                required: false,
                children: (
                  <>
                    <option value="">None</option>
                    {filed.map(({ id, filename }) => (
                      <option key={id} value={id}>
                        {filename}
                      </option>
                    ))}
                  </>
                ),
              },
            }}
          />
        </>
      ) : (
        <>
          <Filters className="cluster gap-3 align-start">
            <SearchField label="Holder" placeholder="Name, number or e-mail" />
          </Filters>
          <ul className="stack gap-3 plain-list">
            {holders.map(({ holderId, name, number, detail }) => (
              <li key={holderId}>
                <Link to={withQuery(at, { for: holderId ?? '' })}>{name}</Link>
                <span className={rows.fact}>{[number, detail].filter(Boolean).join(' · ')}</span>
              </li>
            ))}
          </ul>
          {holders.length === 0 && (
            <EmptyState title={search ? 'No one found' : 'No holders yet'}>
              {search ? `No holder is called “${search}”.` : 'Holders of the register appear here.'}
            </EmptyState>
          )}
        </>
      )}
    </AdminList>
  )
}
