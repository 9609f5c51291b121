import type { PortalDocument } from '../../../../server/documents/documents.ts'
import { Button } from '../../../ui/button.tsx'
import { fileAddress } from '../../documents/kind.ts'
import { type Choice, More } from '../more.tsx'
import { Tool } from '../tool.tsx'
import { Toolbar, ToolGroup } from '../toolbar.tsx'
import { PageField } from './page-field.tsx'
import style from './pdf-toolbar.module.css'
import type { Reader } from './reader.ts'
import type { Fit, ReaderState } from './state.ts'
import { zoomSteps } from './zoom-steps.ts'

const fits: [Fit, string][] = [
  ['auto', 'Fit width'],
  ['page-fit', 'Whole page'],
  ['page-actual', 'Actual size'],
]

type Props = {
  document: PortalDocument
  reader: Reader | undefined
  state: ReaderState
  finding: boolean
  listing: boolean
  onFind: () => void
  onList: () => void
  /** The browser's own viewer instead, where it has one. */
  onFrame: (() => void) | undefined
}

/** What one does with a PDF. While it is being opened the tools are there and rest. */
export function PdfToolbar({ document, reader, state, finding, listing, onFind, onList, onFrame }: Props) {
  const idle = state.stage !== 'reading'
  const choices: Choice[] = [
    ...(idle ? [] : fits.map(([fit, words]) => ({ words, phone: true, onSelect: () => reader?.zoomTo(fit) }))),
    ...(idle ? [] : [{ words: 'Rotate pages', onSelect: () => reader?.turn() }]),
    ...(onFrame ? [{ words: 'Open in your browser’s viewer', onSelect: onFrame }] : []),
    { words: 'Open in a new tab', href: fileAddress(document), newTab: true },
    { words: 'Download', href: fileAddress(document, true), phone: true },
  ]
  return (
    <Toolbar label="PDF">
      <ToolGroup>
        <Tool icon="pages" label="Pages" words aria-pressed={listing} disabled={idle} onClick={onList} />
        <PageField reader={reader} state={state} />
      </ToolGroup>
      <ToolGroup>
        <Tool icon="further" label="Zoom out" disabled={idle} onClick={() => reader?.zoomStep(-1)} />
        <Zoom reader={reader} state={state} />
        <Tool icon="nearer" label="Zoom in" disabled={idle} onClick={() => reader?.zoomStep(1)} />
      </ToolGroup>
      <ToolGroup end>
        <Tool icon="search" label="Search" words aria-pressed={finding} disabled={idle} onClick={onFind} />
        <Button size="small" variant="link" href={fileAddress(document, true)} className={style.download}>
          Download
        </Button>
        <More choices={choices} />
      </ToolGroup>
    </Toolbar>
  )
}

/** The scale, to be chosen; on a phone fingers do that. */
function Zoom({ reader, state: { stage, fit, scale } }: { reader: Reader | undefined; state: ReaderState }) {
  const percent = Math.round(scale * 100)
  const steps = zoomSteps.map(step => Math.round(step * 100))
  const own = !fit && !steps.includes(percent)
  return (
    <select
      className={style.zoom}
      aria-label="Zoom"
      disabled={stage !== 'reading'}
      value={fit ?? percent}
      onChange={({ target: { value } }) => reader?.zoomTo(Number(value) ? Number(value) / 100 : (value as Fit))}
    >
      {fits.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
      {own && <option value={percent}>{percent}%</option>}
      {steps.map(step => (
        <option key={step} value={step}>
          {step}%
        </option>
      ))}
    </select>
  )
}
