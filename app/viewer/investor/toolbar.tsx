import type { ReactNode } from 'react'
import { classes } from '../../shell/ui/classes.ts'
import style from './toolbar.module.css'

/** The tools for a document, above it; on phones below, within reach of the thumb. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={`${label} tools`} className={`cluster center apart ${style.toolbar}`}>
      {children}
    </div>
  )
}

/** @param words its tools are text, which needs more space between them */
export function ToolGroup({ end, words, children }: { end?: boolean; words?: boolean; children: ReactNode }) {
  return <div className={classes(`row center ${style.group}`, end && style.end, words && style.words)}>{children}</div>
}
