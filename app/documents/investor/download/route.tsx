import { href, redirect } from 'react-router'
import { describeMarks } from '../../../file-checks/file-checks.ts'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { serverContext } from '../../../shell/context.ts'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { fileAddress } from '../document-kind.ts'
import type { Route } from './+types/route'

/**
 * Loads the document to download.
 * @throws answers: those of `requireActor`; no such document (404); redirect to a file that needs no warning (302)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const document = await unwrapOrRespond(server.operations.getDocument(actor, params.id))
  const warning = describeMarks(document.marks ?? [])
  if (!warning) throw redirect(fileAddress(document, true))
  return { document, warning }
}

/**
 * Confirms the download of a potentially harmful file, in browsers without scripts. With scripts the viewer asks
 * (`app/viewer/investor/mark-warning.tsx`).
 */
export default function DownloadPage({ loaderData: { document, warning } }: Route.ComponentProps) {
  const me = useMe()
  return (
    <SettingsSection title={document.filename} note={warning}>
      <Button href={`${fileAddress(document, true)}&confirmed=1`}>Download anyway</Button>{' '}
      <Button
        variant="link"
        to={document.user_id === me.id ? href('/profile') : href('/profile/admin/people/:id', { id: document.user_id })}
      >
        Back to documents
      </Button>
    </SettingsSection>
  )
}
