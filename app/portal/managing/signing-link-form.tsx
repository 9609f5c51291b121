import { type FormEvent, useRef, useState } from 'react'
import { href, useLocation } from 'react-router'
import { signingHosts } from '../../../content/signing.ts'
import { nameLength } from '../../../rules/limits.ts'
import { notASigningHost, readSigningUrl, signingLinkMessages } from '../../../rules/signing-links.ts'
import type { ActionAnswer } from '../../actions/answer.ts'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice, useNotice } from '../../ui/notice.tsx'
import { useDocumentActions } from '../documents/use-document-actions.ts'
import type { Refusal } from '../refusal.ts'
import style from './signing-link-form.module.css'

/**
 * For administrators: adds a link to an external signing service to a person's documents (specification sections 2
 * and 5: name and URL both required and trimmed).
 * @param userId the owner of the new document
 * @param forName the owner's name, unless that is the administrator
 */
export function SigningLinkForm({ userId, forName }: { userId: string; forName?: string }) {
  const { say, ...notice } = useNotice()
  const [problems, setProblems] = useState<{ name?: string; url?: string }>({})
  const [error, setError] = useState<Refusal>()
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const { pathname, search } = useLocation()

  const { act, busy } = useDocumentActions(({ notice, error }: ActionAnswer) => {
    if (error?.code.startsWith('LINK_NAME')) setProblems({ name: error.message })
    else if (error?.code.startsWith('LINK_URL')) setProblems({ url: error.message })
    else setError(error)
    if (!notice) return
    say(notice)
    form.current?.reset()
    form.current?.querySelector('input')?.focus()
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const name = String(typed.get('name')).trim()
    const url = String(typed.get('url')).trim()
    const { problem } = readSigningUrl(url, signingHosts)
    const found = {
      name: name ? undefined : signingLinkMessages.LINK_NAME_REQUIRED,
      url: problem && (problem === 'LINK_URL_HOST' ? notASigningHost(signingHosts) : signingLinkMessages[problem]),
    }
    setProblems(found)
    setError(undefined)
    if (found.name || found.url) {
      event.currentTarget.querySelector<HTMLInputElement>(found.name ? '[name=name]' : '[name=url]')?.focus()
    } else if (!busy) act('document.add_link', [], { user: userId, name, url })
  }

  return (
    <details className={style.link}>
      <summary>Add a signing link{forName && ` for ${forName}`}</summary>
      <form
        ref={form}
        method="post"
        action={href('/profile/documents')}
        className={`stack gap-3-4 ${style.form}`}
        onSubmit={submit}
        noValidate={hydrated}
      >
        <input type="hidden" name="intent" value="document.add_link" />
        <input type="hidden" name="user" value={userId} />
        <input type="hidden" name="next" value={pathname + search} />
        <Field label="Name" name="name" autoComplete="off" required maxLength={nameLength} error={problems.name} />
        <Field
          label="URL"
          name="url"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          required
          error={problems.url}
        />
        <Button type="submit" className={style.add} busy={busy} busyLabel="Adding…">
          Add link
        </Button>
      </form>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      <Notice {...notice} />
    </details>
  )
}
