/** A form of text that the document gives, for people. The schemas and `format-validators.ts` decide it. */
interface TextFormat {
  /** Continues "data.createdAt is …". */
  readonly phrase: string;
  readonly examples: readonly string[];
  /** A text that does not have the form; the empty one without it. */
  readonly wrong?: string;
  /** What services write in its place. */
  readonly mistakes: readonly string[];
}

const textFormats: Readonly<Record<string, TextFormat>> = {
  uuid: {
    phrase: 'UUID-shaped: 8-4-4-4-12 hexadecimal digits',
    examples: ['3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f', '3F2B8C1E-9D4A-7E6B-0F70-1A2B3C4D5E6F'],
    mistakes: ['3f2b8c1e9d4a4e6b8f701a2b3c4d5e6f', 'urn:uuid:3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f', '42'],
  },
  'hex-identifier': {
    phrase: 'exactly 32 lower-case hexadecimal digits',
    examples: ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'],
    mistakes: ['3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f', '0123456789ABCDEF0123456789ABCDEF', ''],
  },
  date: {
    phrase: 'a calendar date written YYYY-MM-DD',
    examples: ['2025-01-05', '2024-02-29', '2000-02-29'],
    mistakes: ['2025-01-05 10:20:30', '2025-01-05T00:00:00Z', '05.01.2025'],
  },
  'local-date-time': {
    phrase: 'a date and time written YYYY-MM-DD HH:MM:SS',
    examples: ['2025-01-05 10:20:30', '2024-02-29 00:00:00', '2025-12-31 23:59:59'],
    mistakes: ['2025-01-05T10:20:30Z', '2025-01-05', ''],
  },
  'timestamp-text': {
    phrase: 'timestamp text: YYYY-MM-DD, YYYY-MM-DD HH:MM:SS or RFC 3339',
    examples: ['2025-01-05', '2025-01-05 10:20:30', '2025-01-05T10:20:30.123+08:00', '2016-12-31T23:59:60Z'],
    wrong: '2025-02-30',
    mistakes: ['1736072430', '0000-00-00 00:00:00', '2025/01/05 10:20'],
  },
  'iana-time-zone': {
    phrase: 'a time zone name of the IANA database',
    examples: ['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+8'],
    mistakes: ['+08:00', 'GMT+8', 'China Standard Time'],
  },
};

/** The formats by name. */
export const formats: ReadonlyMap<string, TextFormat> = new Map(Object.entries(textFormats));
