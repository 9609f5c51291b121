import type { ReactNode } from 'react'
import { kindName, linkHost, maySave, signLabel } from '../../documents/investor/document-kind.ts'
import { recordView } from '../../documents/investor/record-view.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Button } from '../../shell/ui/button.tsx'
import { fileSize } from '../../shell/ui/file-size.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { mark } from '../../shell/ui/rosette/designs.ts'
import { Rosette } from '../../shell/ui/rosette/rosette.tsx'
import { viewerMessages } from '../messages.ts'
import style from './message-card.module.css'
import { useOpenElsewhere } from './open-elsewhere.ts'

/** Common names of file types, and programs that open them. */
const typeNames: Partial<Record<PortalDocument['file_type'], { kind: string; opens: string }>> = {
  pdf: { kind: 'PDF', opens: 'any PDF reader' },
  doc: { kind: 'Word document', opens: 'Word, Pages, Google Docs or LibreOffice' },
  docx: { kind: 'Word document', opens: 'Word, Pages, Google Docs or LibreOffice' },
  stl: { kind: '3D model', opens: 'a CAD program or a 3D viewer' },
}

/** A card in the middle of the viewer: a title, text and actions. */
export function MessageCard({
  title,
  children,
  actions,
}: {
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={`stack sunk line-around ${style.desk}`}>
      <div className={`stack gap-4 raised double-around ${style.card}`}>
        <Rosette design={mark} className={style.seal} />
        <p className={style.title}>{title}</p>
        <div className={`stack gap-2 muted leading-5 lining ${style.words}`}>{children}</div>
        {actions && <div className={`cluster gap-2-4 ${style.actions}`}>{actions}</div>}
      </div>
    </div>
  )
}

/** For a file that browsers can't display: its type, its size, and a program that opens it. */
export function FileCard({ document }: { document: PortalDocument }) {
  const { kind, opens } = typeNames[document.file_type] ?? { kind: kindName(document), opens: undefined }
  return (
    <MessageCard title={kind} actions={<DownloadButton document={document} primary />}>
      <p>
        {document.file_type.toUpperCase()}, {fileSize(document.file_size)}, added{' '}
        <FormattedDate date={document.created_at} />.
      </p>
      <p>
        Your browser can’t display this file.{' '}
        {maySave(document)
          ? `Download it ${opens ? `and open it with ${opens}` : 'to read it'}.`
          : 'You can only view documents here, so ask the person who invited you for it.'}
      </p>
    </MessageCard>
  )
}

/** For a signing link: its host, and a button that opens it. */
export function SigningLinkCard({ document }: { document: PortalDocument }) {
  const me = useMe()
  return (
    <MessageCard
      title="Signing link"
      actions={
        <Button
          variant="primary"
          href={document.external_url ?? ''}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => recordView(document.id)}
        >
          {signLabel(document, me)}
        </Button>
      }
    >
      <p>
        Added <FormattedDate date={document.created_at} />. {document.user_id === me.id ? 'You’ll' : 'They’ll'} read and
        sign it at <strong>{linkHost(document)}</strong>, in a new tab.
      </p>
    </MessageCard>
  )
}

/** For a document with a pending malware check, or with its file removed after one. */
export function HeldCard({ document }: { document: PortalDocument }) {
  const waiting = document.check_state === 'waiting'
  return (
    <MessageCard title={waiting ? 'Being checked' : 'Removed'}>
      <p role="status">{waiting ? viewerMessages.FILE_WAITING : viewerMessages.FILE_INFECTED}</p>
      {!waiting && <p>Have the computer it came from checked for malware before you upload it again.</p>}
    </MessageCard>
  )
}

/** Why a document can't be displayed, and what to do about it; announced to screen readers. */
export function UnavailableCard({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <MessageCard title="This document can’t be displayed" actions={actions}>
      <p role="alert">{children}</p>
    </MessageCard>
  )
}

/** Downloads a file; nothing if the reader must confirm first. */
export function DownloadButton({ document, primary }: { document: PortalDocument; primary?: boolean }) {
  const { allowed, download } = useOpenElsewhere(document)
  if (!allowed) return null
  return (
    <Button variant={primary ? 'primary' : 'quiet'} href={download}>
      Download
    </Button>
  )
}
