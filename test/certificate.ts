import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Certificate = { file: string; key: string; cert: string }

/** A self-signed certificate for localhost, valid for a day, made with openssl; `file` is its path. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await promisify(execFile)('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', file])
  return { file, key: await readFile(key, 'utf8'), cert: await readFile(file, 'utf8') }
}
