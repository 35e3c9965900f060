// What a conversation can trace: one Application of one service.
import { z } from 'zod';

export const subjectSchema = z.object({
  /** The name people use. */
  service: z.string(),
  application: z.string(),
  applicationNamespace: z.string(),
  /** Cluster Argo CD runs in, as configured. */
  cluster: z.string(),
  environment: z.string().nullable(),
});
export type Subject = z.infer<typeof subjectSchema>;

/** Two clusters may hold an Application of the same name. */
export function subjectKey(subject: Subject): string {
  return `${subject.cluster}/${subject.applicationNamespace}/${subject.application}`;
}
