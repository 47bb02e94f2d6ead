"""How an examinee works: answer sheet, baselines, replay."""
