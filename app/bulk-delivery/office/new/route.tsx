import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { timeZone } from '../../../../content/fund-time-zone.ts'
import { isoDayIn } from '../../../../rules/dates.ts'
import { uploadLimit } from '../../../../rules/limits.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { type NamedPeriods, namedPeriods } from '../../../deliveries/deliveries.ts'
import { Filing, filingAs } from '../../../deliveries/office/deliver/filing.tsx'
import { type DeliveryFile, useDeliveryFiles } from '../../../deliveries/office/deliver/use-delivery-files.ts'
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
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { fileSize } from '../../../shell/ui/file-size.ts'
import { Link } from '../../../shell/ui/link.tsx'
import { Progress } from '../../../shell/ui/progress.tsx'
import { ChooseFiles } from '../../../uploads/investor/choose-files.tsx'
import { DropOver } from '../../../uploads/investor/drop-over.tsx'
import { useFileDrop } from '../../../uploads/investor/use-file-drop.ts'
import { batchBytes, batchFiles, batchPages } from '../../limits.ts'
import { startBatchCommand } from '../../start.commands.ts'
import style from '../bulk.module.css'
import { SplitFields } from '../split-fields.tsx'
import type { Route } from './+types/route'

/** Loads what a new batch starts with. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return { id: crypto.randomUUID(), periods: namedPeriods(isoDayIn(timeZone, new Date())) }
}

/** The form isn't reloaded while documents change elsewhere, unless it has never loaded. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href || hasFailed('bulk-delivery/office/new/route')
}

/** POST: takes uploaded files, and has them read and matched. */
export const action = commandActions([startBatchCommand], {
  redirectTo: () => href('/profile/admin/bulk/new'),
  saysOnErrorPage: true,
  run: {
    'papers.start': async ({ actor, operations }, { id, upload, split, pages, category, fund, word, period }) => {
      const filed = { category, fundName: fund, word, period }
      await operations.startBatch(actor, { id, files: upload, split: { mode: split, pages }, ...filed })
      return redirect(href('/profile/admin/bulk/:id', { id }))
    },
  },
})

/** Uploads the files of a bulk delivery. */
export default function NewBatchRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <NewBatchPage key={shown.id} {...shown} />}</LastLoaded>
}

type Props = { id: string; periods: NamedPeriods }

/** Files for many holders: the files, how they are divided, and their category. */
function NewBatchPage({ id, periods }: Props) {
  const { files, add, remove, retry } = useDeliveryFiles(useMe().id, batchFiles)
  const [filing, setFiling] = useState(filingAs(documentCategories[0], periods))
  const [problem, setProblem] = useState('')
  const [isPending, setIsPending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { Form, answer, busy } = useAction()
  const over = useFileDrop(add)
  const arrived = files.every(({ upload }) => upload)
  const failed = files.some(({ error }) => error)

  const onSubmit = (event: FormEvent) => {
    const found =
      files.length === 0
        ? 'Choose at least one PDF.'
        : failed
          ? 'Remove the files that couldn’t be uploaded, or try them again.'
          : ''
    setProblem(found)
    if (!found && arrived) return
    event.preventDefault()
    setIsPending(!found)
    if (found) form.current?.querySelector<HTMLElement>('input[type=file]')?.focus()
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
      <ListHead title="New batch" count={<Link to={href('/profile/admin/bulk')}>All batches</Link>} />
      <Form ref={form} method="post" action={href('/profile/admin/bulk/new')} onSubmit={onSubmit} noValidate>
        <ActionFields intent={startBatchCommand.name} />
        <input type="hidden" name="id" value={id} />
        {files.map(({ key, upload }) => (
          <input key={key} type="hidden" name="upload" value={upload ?? ''} />
        ))}
        <div className={`stack gap-6 ${style.parts}`}>
          <section className={`stack start narrow gap-3 ${style.part}`} aria-labelledby="files">
            <h2 id="files">Files</h2>
            <p className="quiet column-44 breakable">
              One PDF with everyone’s pages, or one for each: up to {grouped(batchPages)} pages and{' '}
              {batchBytes / 1024 ** 2} MB in all, {uploadLimit / 1024 ** 2} MB a file. A holder’s number or e-mail
              address in a file’s name helps.
            </p>
            <ChooseFiles variant="quiet" name="Choose files for the batch" accept=".pdf" onFiles={add} />
            <p className={style.problem} aria-live="polite">
              {problem}
            </p>
            <Files files={files} onRemove={remove} onRetry={retry} />
          </section>
          <section className={`stack start narrow gap-3 ${style.part}`} aria-labelledby="split">
            <h2 id="split">How the file splits</h2>
            <SplitFields mode="whole" pages={1} />
          </section>
          <Filing filing={filing} periods={periods} onChange={setFiling} />
          <div className={`double-above pad-above-4 ${style.send}`}>
            <p className="quiet column-44 breakable">
              Nothing is sent yet: you review the matches, and another person approves them.
            </p>
            <Button
              type="submit"
              variant="primary"
              busy={busy || isPending}
              busyLabel={isPending ? 'Uploading, then reading…' : startBatchCommand.busy}
            >
              {startBatchCommand.button}
            </Button>
            <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
          </div>
        </div>
      </Form>
      {over && <DropOver>Drop files here to add them to the batch</DropOver>}
    </div>
  )
}

type FilesProps = {
  files: readonly DeliveryFile[]
  onRemove: (key: string) => void
  onRetry: (key: string) => void
}

/** Those that failed are named; of the others, how many have arrived. */
function Files({ files, onRemove, onRetry }: FilesProps) {
  if (files.length === 0) return null
  const done = files.filter(({ upload }) => upload).length
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const failed = files.filter(({ error }) => error)
  const shown = files.length > fewFiles ? failed : files
  return (
    <>
      <p className="quiet column-44 breakable" role="status">
        {countOf(files.length, 'file')}, {fileSize(bytes)}. {done < files.length && `${grouped(done)} uploaded.`}
      </p>
      {done < files.length && (
        <Progress
          label="Uploading"
          hideLabel
          value={files.reduce((sum, { progress, file }) => sum + (progress * file.size) / bytes, 0)}
        />
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari doesn't announce a list without bullets */}
      <ul role="list" aria-label="Chosen files" className={style.files}>
        {shown.map(({ key, file, error, canRetry }) => (
          <li key={key}>
            <span>{file.name}</span>
            {error && <span className={style.problem}>{error.message}</span>}
            {error && canRetry && (
              <Button size="small" onClick={() => onRetry(key)} aria-label={`Retry ${file.name}`}>
                Retry
              </Button>
            )}
            <Button size="small" variant="link" onClick={() => onRemove(key)} aria-label={`Remove ${file.name}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Files that are listed one by one. */
const fewFiles = 12
