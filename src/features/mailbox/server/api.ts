import { type } from 'arktype'
import { withoutSecrets } from '#mail/hide-secrets.ts'
import { read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { readAttachment, readHtml } from './queries.ts'

// What stands in a mail's HTML is shown by a page of ours: it may be looked at and its links opened, and nothing else.
const htmlPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

export const getMailHtml = read({
  permission: 'mail',
  summary: 'The HTML part of an email',
  params: type({ id: 'string.uuid' }),
  answers: { 200: { file: 'text/html' } },
  failures: { 'not-found': 'There is no such email.' },
  run: async ({ params, services }) => {
    const [mail] = await readHtml(services.sql, { mailId: params.id })
    if (!mail) return failure('not-found', 'There is no such email.')
    return {
      file: withoutSecrets(mail.html_body, services.env),
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': htmlPolicy, 'x-frame-options': 'SAMEORIGIN' },
    }
  },
})

export const getMailAttachment = read({
  permission: 'mail',
  summary: 'An attachment of an email',
  params: type({ id: 'string.uuid', position: type('string <= 4').to('string.integer.parse') }),
  answers: { 200: { file: '*/*' } },
  headers: ['Content-Disposition'],
  failures: { 'not-found': 'There is no such file.' },
  run: async ({ params, services }) => {
    const [file] = await readAttachment(services.sql, { mailId: params.id, position: params.position })
    if (!file) return failure('not-found', 'There is no such file.')
    return {
      file: file.content_type.startsWith('text/')
        ? withoutSecrets(new TextDecoder().decode(file.content), services.env)
        : file.content,
      contentType: file.content_type,
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}` },
    }
  },
})
