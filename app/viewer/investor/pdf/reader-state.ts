import type { Refusal } from '../../../shell/portal/refusal.ts'

/** The matches of a search: which one is current, from 1, of how many. */
export interface SearchResult {
  current: number
  total: number
  /** The search is still running. */
  searching?: boolean
}

/** How a page fits the window: its width (up to a readable size), the whole page, or actual size. */
export type Fit = 'auto' | 'page-fit' | 'page-actual'

export interface ReaderState {
  /** `locked`: needs a password; `unable`: pdf.js can't run in this browser. */
  stage: 'opening' | 'locked' | 'reading' | 'failed' | 'unable'
  wrongPassword: boolean
  failure?: Refusal
  /** Why parts of the file are missing. */
  lost?: Refusal
  /** The last page that couldn't be rendered. */
  undrawn?: number
  pages: number
  /** From 1. */
  page: number
  /** The pages' own labels, if they differ from the numbers. */
  labels?: string[]
  /** 1 is actual size. */
  scale: number
  fit: Fit | undefined
  fitScale: number
  found: SearchResult
}

export const noSearchResult: SearchResult = { current: 0, total: 0 }

export const openingState: ReaderState = {
  stage: 'opening',
  wrongPassword: false,
  pages: 0,
  page: 1,
  scale: 1,
  fit: 'auto',
  fitScale: 1,
  found: noSearchResult,
}
