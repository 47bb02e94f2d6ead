"""Many exams for many examinees: a declarative spec becomes one directory of logs."""
