// What `maillon --help` prints.

export const USAGE_TEXT = `maillon finds the broken link of a GitOps delivery chain and proves it. It only reads.

  maillon trace [service]       trace the newest change of a service
    --application NAME          the Argo CD Application, where the service has several
    --environment NAME          the environment, where there are several
    --commit ID | --pull-request N | --build N | --tag TAG
                                the change to look for; --tag beside another one is the tag that is expected
    --intent trace|rollback     rollback: the way back is asked for
    --all                       every Application of the service, one JSON report a line
    --bundle FILE               keep the redacted evidence, for replay
    --case FILE|FOLDER          trace case files in the lab instead of real systems; may be repeated
  maillon replay FILE           judge a bundle again: no network
  maillon lab --case FILE|FOLDER [--port N]
                                serve the systems of case files on this machine, until Ctrl+C

  --lang fr|en                  language of the report (default en)
  --format text|json|markdown   for a terminal (default), a program or a ticket
  --help, --version

Exit codes: 0 live, 1 broken, 2 waiting, 3 undetermined; several traces: 0 when each gave a report.
  64 usage, unknown service or several Applications; 65 unreadable case or bundle; 70 a bug; 78 configuration.
`;
