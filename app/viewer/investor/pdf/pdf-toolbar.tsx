import { downloadAddress, maySave } from '../../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../../documents/server/documents.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { useOpenElsewhere } from '../open-elsewhere.ts'
import { type MenuChoice, OverflowMenu } from '../overflow-menu.tsx'
import { Toolbar, ToolGroup } from '../toolbar.tsx'
import { ToolbarButton } from '../toolbar-button.tsx'
import { PageField } from './page-field.tsx'
import type { PdfReader } from './pdf-reader.ts'
import style from './pdf-toolbar.module.css'
import type { Fit, ReaderState } from './reader-state.ts'
import { zoomSteps } from './zoom-steps.ts'

const fits: [Fit, string][] = [
  ['auto', 'Fit width'],
  ['page-fit', 'Whole page'],
  ['page-actual', 'Actual size'],
]

type Props = {
  document: PortalDocument
  reader: PdfReader | undefined
  state: ReaderState
  finding: boolean
  listing: boolean
  onFind: () => void
  onList: () => void
  /** Switches to the browser's own viewer; undefined if it has none. */
  onBrowserViewer: (() => void) | undefined
}

/** The tools for a PDF, disabled until it is open. */
export function PdfToolbar({ document, reader, state, finding, listing, onFind, onList, onBrowserViewer }: Props) {
  const idle = state.stage !== 'reading'
  const { allowed, address, download } = useOpenElsewhere(document)
  const choices: MenuChoice[] = [
    ...(idle ? [] : fits.map(([fit, label]) => ({ label, phone: true, onSelect: () => reader?.zoomTo(fit) }))),
    ...(idle ? [] : [{ label: 'Rotate pages', onSelect: () => reader?.rotate() }]),
    ...(onBrowserViewer ? [{ label: 'Open in your browser’s viewer', onSelect: onBrowserViewer }] : []),
    ...(allowed
      ? [
          { label: 'Open in a new tab', href: address, newTab: true },
          { label: 'Download', href: download, phone: true },
        ]
      : []),
    ...(document.csv_id && maySave(document)
      ? [{ label: 'Download as CSV', href: downloadAddress(document.csv_id) }]
      : []),
  ]
  return (
    <Toolbar label="PDF">
      <ToolGroup>
        <ToolbarButton icon="pages" label="Pages" showLabel aria-pressed={listing} disabled={idle} onClick={onList} />
        <PageField reader={reader} state={state} />
      </ToolGroup>
      <ToolGroup>
        <ToolbarButton icon="further" label="Zoom out" disabled={idle} onClick={() => reader?.zoomStep(-1)} />
        <ZoomSelect reader={reader} state={state} />
        <ToolbarButton icon="nearer" label="Zoom in" disabled={idle} onClick={() => reader?.zoomStep(1)} />
      </ToolGroup>
      <ToolGroup end>
        <ToolbarButton icon="search" label="Search" showLabel aria-pressed={finding} disabled={idle} onClick={onFind} />
        {allowed && (
          <Button size="small" variant="link" href={download} className={style.download}>
            Download
          </Button>
        )}
        {choices.length > 0 && <OverflowMenu choices={choices} />}
      </ToolGroup>
    </Toolbar>
  )
}

/** Chooses the scale; phones zoom by pinching instead. */
function ZoomSelect({ reader, state: { stage, fit, scale } }: { reader: PdfReader | undefined; state: ReaderState }) {
  const percent = Math.round(scale * 100)
  const steps = zoomSteps.map(step => Math.round(step * 100))
  const own = !fit && !steps.includes(percent)
  return (
    <select
      className={`small tabular touch ${style.zoom}`}
      aria-label="Zoom"
      disabled={stage !== 'reading'}
      value={fit ?? percent}
      onChange={({ target: { value } }) => reader?.zoomTo(Number(value) ? Number(value) / 100 : (value as Fit))}
    >
      {fits.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
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
