import { templateBytes, templatePages } from './limits.ts'

const reprint = 'Open it, print it to a new PDF, and upload that one.'

/** Why a PDF made by another program can't be signed as it is, or a text not be written into it. */
export const templateMessages = {
  TEMPLATE_LARGE: `A document to be signed can have at most ${templateBytes / 1024 / 1024} MB. Save it with smaller pictures, or divide it.`,
  TEMPLATE_NO_PDF: 'This isn’t a PDF. Save the document as a PDF, and upload that one.',
  TEMPLATE_DAMAGED: `Part of this PDF can’t be read. ${reprint}`,
  TEMPLATE_SLOW:
    'Reading this PDF took too much time or memory. Try again in a moment; if that fails, print it to a new PDF, and upload that one.',
  TEMPLATE_ENCRYPTED: 'This PDF is encrypted or has a password. Save a copy without protection, and upload that one.',
  TEMPLATE_SIGNED:
    'This PDF has been signed already, and filling it in would break those signatures. Upload it unsigned.',
  TEMPLATE_XFA: `This PDF is a form that few programs can show (XFA). ${reprint}`,
  TEMPLATE_SCRIPTS: `This PDF contains scripts, which can change what it says. ${reprint}`,
  TEMPLATE_LAUNCH: `This PDF can start a program or open another file. ${reprint}`,
  TEMPLATE_ATTACHMENTS: 'This PDF has other files inside it. Save it without them, and upload each file on its own.',
  TEMPLATE_PAGES: `A document to be signed has between 1 and ${templatePages} pages. Divide it.`,
  TEMPLATE_PAGE_SIZE:
    'One of its pages is smaller than an inch or larger than A0. Print it to Letter, and upload that PDF.',
  TEMPLATE_UNDRAWN: `A field or comment in this PDF isn’t drawn by the file itself, so programs may show it differently. ${reprint}`,
  TEMPLATE_LAYERS: `This PDF has layers that programs show differently. ${reprint}`,
  TEMPLATE_LETTERS: 'The typeface of documents lacks some of these letters. Write the text in other letters.',
  TEMPLATE_FIELD_LONG: 'A text is too long for its box. Shorten it, or make the box larger.',
  TEMPLATE_FIELD_PLACE: 'A box isn’t on its page. Place it again.',
} as const
