export const refusals = {
  unknown:
    'This is not a PDF, JPEG, PNG, HEIC, Word (DOCX) or Excel (XLSX) file. Save it as one of these and send that.',
  markup: 'This is a web page or an SVG drawing, which can run programs. Save it as PDF or PNG.',
  picture: 'We do not accept this type of picture. Save it as JPEG or PNG and send that.',
  archive: 'This is an archive of files. Send the documents in it one by one.',
  oldOffice:
    'This is protected by a password, or was saved by an old version of Word or Excel. Save it without a password as DOCX or XLSX.',
  macros: 'This document has macros, which are programs. Save it without macros as DOCX or XLSX.',
  linked:
    'This document takes content from elsewhere, or holds other files. Save it as PDF, or without its template, linked content and embedded objects.',
  unpacked: 'This document becomes far too large when it is unpacked. Save it again with smaller pictures, or as PDF.',
  unread: 'We could not open this PDF, or there are no pages in it. Open it, print it to a new PDF and send that.',
  password: 'This PDF needs a password. Save it without a password and send that.',
  pixels:
    'This picture has more than 12,000 pixels on a side, or more than 60 megapixels. Make it smaller and send that.',
  unopened: 'We could not open this picture. Save it as JPEG and send that.',
  damaged: 'This file is damaged or incomplete. Open it, save it again and send that.',
} as const
export type RefusalId = keyof typeof refusals
