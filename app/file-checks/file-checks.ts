/** Safety of uploaded files. The documents list loads these texts only when it needs them. */

/**
 * State of a file's malware check. Only its uploader sees a document that is `waiting` or `infected`, and no one gets
 * its file. `unchecked`: there was no scanner when it was uploaded.
 */
export type CheckState = 'unchecked' | 'waiting' | 'clean' | 'infected'

/** The states in which a file is served. */
export const servedStates = ['unchecked', 'clean'] as const satisfies CheckState[]

/** Content of a file that could harm the program that opens it. */
export type FileMark = 'scripts' | 'launch' | 'attachments' | 'macros' | 'template' | 'unreadable'

interface MarkTexts {
  /** The badge in lists. */
  label: string
  /** Its meaning, and advice. */
  sentence: string
  /** Description for a line in an archive. */
  has: string
}

/** The marks' texts, from the most to the least serious. */
export const fileMarks: Record<FileMark, MarkTexts> = {
  macros: {
    label: 'Macros',
    sentence:
      'This document contains macros, which can run programs on your computer. Download it only if you expected it, and leave the macros turned off.',
    has: 'contains macros',
  },
  scripts: {
    label: 'Scripts',
    sentence: 'This PDF contains scripts. We show it without running them. Download it only if you expected it.',
    has: 'contains scripts',
  },
  launch: {
    label: 'Starts programs',
    sentence: 'This PDF can start a program or open another file. Here it can’t. Download it only if you expected it.',
    has: 'can start programs',
  },
  template: {
    label: 'Outside content',
    sentence: 'This document loads content from elsewhere when it’s opened. Download it only if you expected it.',
    has: 'loads content from elsewhere',
  },
  attachments: {
    label: 'Attachments',
    sentence: 'This file has other files inside it. Download it only if you expected it, and open them with care.',
    has: 'has other files inside it',
  },
  unreadable: {
    label: 'Not inspected',
    sentence:
      'This file is encrypted or damaged, so we couldn’t look for scripts inside it. Download it only if you expected it.',
    has: 'is encrypted or damaged, so we couldn’t look for scripts inside it',
  },
}

/** @returns the meaning of a file's marks, and advice; undefined without marks */
export function describeMarks(marks: readonly FileMark[]): string | undefined {
  const [first, ...others] = sortedMarks(marks)
  if (!first) return undefined
  const also = others.map(mark => fileMarks[mark].has).join(', and ')
  return fileMarks[first].sentence + (also && ` It also ${also}.`)
}

/** @returns a file's marks, the most serious first */
export function sortedMarks(marks: readonly FileMark[]): FileMark[] {
  return (Object.keys(fileMarks) as FileMark[]).filter(mark => marks.includes(mark))
}
