class Holdoff < Formula
  desc "Backoff calculator and rate-limit header inspector"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@DOWNLOADS@/holdoff-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SUM aarch64-apple-darwin@"
    end
    on_intel do
      url "@DOWNLOADS@/holdoff-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SUM x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@DOWNLOADS@/holdoff-@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SUM aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@DOWNLOADS@/holdoff-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SUM x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "holdoff"
    bash_completion.install "completions/holdoff.bash" => "holdoff"
    zsh_completion.install "completions/_holdoff"
    fish_completion.install "completions/holdoff.fish"
    pwsh_completion.install "completions/_holdoff.ps1"
    man1.install Dir["man/*.1"]
  end

  test do
    assert_equal "5750", shell_output("#{bin}/holdoff schedule --base 250ms --max 2s --get total").strip
  end
end
