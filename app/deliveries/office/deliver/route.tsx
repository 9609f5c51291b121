import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { timeZone } from '../../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../../rules/dates.ts'
import { countOf } from '../../../../rules/number.ts'
import { documentCategories } from '../../../documents/documents.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useAction } from '../../../shell/actions/use-action.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { serverContext } from '../../../shell/context.ts'
import counted from '../../../shell/office/counted-page.module.css'
import { hasFailed } from '../../../shell/office/has-failed.ts'
import { ListHead } from '../../../shell/office/list-head.tsx'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { CheckField } from '../../../shell/ui/check-field.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { ChooseFiles } from '../../../uploads/investor/choose-files.tsx'
import { DropOver } from '../../../uploads/investor/drop-over.tsx'
import { uploadRule } from '../../../uploads/investor/upload-rule.ts'
import { useFileDrop } from '../../../uploads/investor/use-file-drop.ts'
import { deliveredName, deliveryFiles, deliveryGate, type NamedPeriods, namedPeriods } from '../../deliveries.ts'
import { sendDeliveryCommand } from '../../delivery.commands.ts'
import type { Recipient } from '../../server/recipients.ts'
import type { Route } from './+types/route'
import style from './deliver.module.css'
import { FileCard } from './file-card.tsx'
import { Filing, filingAs } from './filing.tsx'
import { RecipientField } from './recipient-field.tsx'
import { useDeliveryFiles } from './use-delivery-files.ts'

/** Loads who can be sent documents; the query's `to` names recipients who are chosen already. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  return {
    id: crypto.randomUUID(),
    recipients: await unwrapOrRespond(server.operations.getDeliveryRecipients(actor)),
    periods: namedPeriods(isoDayIn(timeZone, new Date())),
    to: url.searchParams.getAll('to'),
  }
}

/** The form isn't reloaded while documents change elsewhere, unless it has never loaded. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href || hasFailed('deliveries/office/deliver/route')
}

/** POST: sends files to people and holders. */
export const action = commandActions([sendDeliveryCommand], {
  redirectTo: () => href('/profile/admin/deliver'),
  saysOnErrorPage: true,
  run: {
    'delivery.submit': async ({ actor, operations }, { id, category, fund, upload, name, to, without, anyway }) => {
      const files = upload.map((each, at) => ({ upload: each, name: name[at] ?? '' }))
      await operations.sendDelivery(actor, { id, category, fundName: fund, files, to, without, anyway })
      return redirect(href('/profile/admin/deliveries/:id', { id }))
    },
  },
})

/** Sends documents to several people and holders. */
export default function DeliverRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <DeliverPage key={shown.id} {...shown} />}</LastLoaded>
}

type Props = {
  /** Of the delivery. */
  id: string
  recipients: readonly Recipient[]
  periods: NamedPeriods
  /** Keys of the selected recipients. */
  to: readonly string[]
}

/** Sends the same files to several people and holders: the files, their recipients, category and exceptions. */
function DeliverPage({ id, recipients: all, periods, to }: Props) {
  const { files, add, remove, retry } = useDeliveryFiles(useMe().id)
  const [chosen, setChosen] = useState(all.filter(({ key }) => to.includes(key)))
  const [filing, setFiling] = useState(filingAs(documentCategories[0], periods))
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<{ files?: string; recipients?: string }>({})
  const [isPending, setIsPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { Form, answer, busy } = useAction()
  const isQuestioned = answer?.error?.code === 'DELIVERY_PAYMENT_WORDS'

  const over = useFileDrop(add)
  const arrived = files.every(({ upload }) => upload)
  const failed = files.some(({ error }) => error)
  const nameOf = ({ key, file }: (typeof files)[number]) =>
    names[key] ?? deliveredName(filing, file.name, files.length > 1)
  const excluded = files.flatMap(({ key, upload }) =>
    chosen.filter(recipient => without.has(`${key} ${recipient.key}`)).map(recipient => `${upload} ${recipient.key}`),
  )
  const documents = files.length * chosen.length - excluded.length
  const texts = [filing.fund, ...files.map(nameOf)]
  const { secondPerson } = deliveryGate({ owners: chosen.length, category: filing.category, texts })

  const onSubmit = (event: FormEvent) => {
    const found = {
      ...(files.length === 0 && { files: 'Choose at least one file.' }),
      ...(failed && { files: 'Remove the files that couldn’t be uploaded, or try them again.' }),
      ...(chosen.length === 0 && { recipients: 'Choose who gets them.' }),
    }
    setProblems(found)
    const isReady = Object.keys(found).length === 0
    if (isReady && arrived) return
    event.preventDefault()
    setIsPending(isReady)
    if (found.recipients && !found.files) field.current?.focus()
    else if (found.files) form.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
  }
  // Sent while files were on their way.
  useEffect(() => {
    if (isPending && (arrived || failed)) {
      setIsPending(false)
      if (!failed) form.current?.requestSubmit()
    }
  }, [isPending, arrived, failed])

  return (
    <div className={counted.page}>
      <ListHead title="Deliver documents" count={<Link to={href('/profile/admin/deliveries')}>Deliveries</Link>} />
      <Form
        ref={form}
        method="post"
        action={href('/profile/admin/deliver')}
        onSubmit={onSubmit}
        onKeyDown={ignoreEnter}
        noValidate
      >
        <ActionFields intent={sendDeliveryCommand.name} />
        <input type="hidden" name="id" value={id} />
        {files.map(item => (
          <span key={item.key} hidden>
            <input type="hidden" name="upload" value={item.upload ?? ''} />
            <input type="hidden" name="name" value={nameOf(item)} />
          </span>
        ))}
        {chosen.map(({ key }) => (
          <input key={key} type="hidden" name="to" value={key} />
        ))}
        {excluded.map(pair => (
          <input key={pair} type="hidden" name="without" value={pair} />
        ))}
        <div className={`stack gap-6 ${style.sheet}`}>
          <div className="stack top gap-6">
            <section className={`stack start gap-3 ${style.part}`} aria-labelledby="files">
              <h2 id="files">Files</h2>
              <p className={style.about}>
                Choose them or drop them anywhere: {uploadRule}, {deliveryFiles} at once.
              </p>
              <ChooseFiles variant="quiet" name="Choose files to deliver" onFiles={add} />
              <p className={`small danger medium ${style.problem}`} aria-live="polite">
                {problems.files}
              </p>
            </section>
            <section className={`stack start gap-3 ${style.part}`} aria-labelledby="recipients">
              <h2 id="recipients">Recipients</h2>
              <RecipientField
                all={all}
                chosen={chosen}
                field={field}
                error={problems.recipients}
                onAdd={added => {
                  setProblems(({ recipients: _, ...others }) => others)
                  setChosen(before => [...before, ...added.filter(({ key }) => before.every(each => each.key !== key))])
                }}
                onRemove={keys => setChosen(before => before.filter(({ key }) => !keys.includes(key)))}
              />
            </section>
            <Filing filing={filing} periods={periods} onChange={setFiling} />
          </div>
          <section className={`stack top gap-4 ${style.beside}`} aria-labelledby="who-gets-what">
            <h2 id="who-gets-what">Who gets what</h2>
            {files.length === 0 ? (
              <p className="muted pad-5">
                Nothing to send yet. The first page of each file will appear here, beside those who get it.
              </p>
            ) : (
              // biome-ignore lint/a11y/noRedundantRoles: Safari doesn't announce a list without bullets
              <ul role="list" className="plain-list stack">
                {files.map(item => (
                  <FileCard
                    key={item.key}
                    file={item}
                    name={nameOf(item)}
                    onName={name => setNames({ ...names, [item.key]: name })}
                    recipients={chosen}
                    without={keysWithout(without, item.key)}
                    onToggle={
                      files.length > 1 ? key => setWithout(before => toggled(before, `${item.key} ${key}`)) : undefined
                    }
                    onRemove={() => remove(item.key)}
                    onRetry={() => retry(item.key)}
                  />
                ))}
              </ul>
            )}
            <div className="stack start gap-3 double-above pad-above-4">
              <p className={style.about} role="status">
                {files.length > 0 && chosen.length > 0
                  ? `${countOf(documents, 'document')} for ${countOf(chosen.length, 'recipient')}. `
                  : ''}
                {secondPerson
                  ? 'A second person has to open the files and approve this. Nothing is sent until then. After that, everyone gets their documents at once, and an e-mail.'
                  : 'Everyone gets theirs at once, and an e-mail that something is new.'}
              </p>
              {isQuestioned && <CheckField name="anyway" label={sendDeliveryCommand.fields.anyway.label} />}
              <Button
                type="submit"
                variant="primary"
                busy={busy || isPending}
                busyLabel={isPending ? 'Uploading, then sending…' : sendDeliveryCommand.busy}
              >
                {secondPerson ? 'Send for approval' : sendDeliveryCommand.button}
              </Button>
              <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
            </div>
          </section>
        </div>
      </Form>
      {over && <DropOver>Drop files here to deliver them</DropOver>}
    </div>
  )
}

/** Enter in a field names or finds something; only the button sends. */
function ignoreEnter(event: KeyboardEvent): void {
  const isText = event.target instanceof HTMLInputElement && event.target.type === 'text'
  if (event.key === 'Enter' && isText) event.preventDefault()
}

/** @returns the keys of recipients who don't get a file */
function keysWithout(without: ReadonlySet<string>, file: string): ReadonlySet<string> {
  const start = `${file} `
  return new Set([...without].filter(pair => pair.startsWith(start)).map(pair => pair.slice(start.length)))
}

function toggled(before: ReadonlySet<string>, pair: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(pair)) after.add(pair)
  return after
}
