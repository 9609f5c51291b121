import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { codeLength, copiedStays } from '../../../../rules/limits.ts'
import { serverContext } from '../../../shell/context.ts'
import { errorTitle } from '../../../shell/portal/error-page.tsx'
import { errorResponse, refusalFor, unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { pageMeta } from '../../../site/meta.ts'
import type { Route } from './+types/route'
import style from './outbox.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

export const meta: Route.MetaFunction = ({ error }) => [
  ...pageMeta(errorTitle(error) ?? 'Outbox'),
  { name: 'robots', content: 'noindex' },
]

/** How often an open outbox checks for new mail, in milliseconds. */
const pollInterval = 3000

/**
 * Loads the mail written to files.
 * @throws an answer (404) if a mail server is configured, or if others could open the page
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { outbox } = context.get(serverContext)
  if (!outbox) throw errorResponse(refusalFor('NOT_FOUND'), 404)
  const messages = await outbox.list()
  const name = url.searchParams.get('message') ?? messages[0]?.name
  const opened =
    messages.find(message => message.name === name) ?? (name ? await unwrapOrRespond(outbox.read(name)) : undefined)
  return { messages: messages.map(({ text, ...rest }) => rest), opened }
}

/** For trying out the site without a mail server: the unsent mail, with sign-in codes to copy. */
export default function Outbox({ loaderData: { messages, opened } }: Route.ComponentProps) {
  usePolling()
  const code = opened && new RegExp(`^\\d{${codeLength}}$`, 'm').exec(opened.text)?.[0]
  return (
    <div className={`wrap stack top gap-5 ${style.page}`}>
      <h1>Outbox</h1>
      <p className="muted">
        No mail server is configured, so messages are kept here instead of being sent. To send them, set{' '}
        <code>SMTP_URL</code>. New messages appear automatically.
      </p>
      {messages.length === 0 && (
        <EmptyState title="No messages yet">Request a sign-in code and the message will appear here.</EmptyState>
      )}
      {opened && (
        <div className={`stack gap-6 above-4 ${style.columns}`}>
          <nav aria-label="Messages" className={style.list}>
            <ol>
              {messages.map(({ name, to, subject, sentAt }) => (
                <li key={name}>
                  <Link
                    className={`stack small breakable line-below ${style.entry}`}
                    to={`/outbox?message=${encodeURIComponent(name)}`}
                    replace
                    preventScrollReset
                    aria-current={name === opened.name ? 'page' : undefined}
                  >
                    <span className="strong">{to}</span>
                    <span>{subject}</span>
                    <span className="fine muted tabular">{sentAt && <FormattedDate date={sentAt} time />}</span>
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
          <article className={`stack top gap-4 double-above pad-above-4 ${style.message}`} aria-label={opened.subject}>
            <h2>{opened.subject}</h2>
            <p className="fine muted tabular">
              To {opened.to}
              {opened.sentAt && (
                <>
                  , <FormattedDate date={opened.sentAt} time />
                </>
              )}
            </p>
            {code && <Code code={code} />}
            <pre className={`small breakable ${style.text}`}>{opened.text}</pre>
          </article>
        </div>
      )}
    </div>
  )
}

function Code({ code }: { code: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, copiedStays, false)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => navigator.clipboard.writeText(code).then(() => setCopied(true))
  return (
    <p className={`cluster center gap-3-6 ${style.code}`}>
      <output>{code}</output>
      <Button size="small" onClick={copy}>
        {copied ? 'Copied' : 'Copy code'}
      </Button>
    </p>
  )
}

/** Checks for new mail while the page is visible. */
function usePolling() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && revalidate(), pollInterval)
    return () => clearInterval(timer)
  }, [revalidate])
}
